import tensorflow as tf

from .networks import make_network


class Trainer:
    def __init__(self, size):
        tf.keras.mixed_precision.set_global_policy("mixed_float16")
        self.network = make_network(size)
        self.optimizer = tf.keras.optimizers.AdamW(
            learning_rate=3e-4,
            weight_decay=0.01,  # as in the paper
        )
        self.optimizer = tf.keras.mixed_precision.LossScaleOptimizer(self.optimizer)
        self.loss = tf.keras.losses.BinaryCrossentropy(from_logits=True)

    @tf.function
    def update(self, batch):
        variables = self.network.trainable_variables
        with tf.GradientTape() as tape:
            logits = self.network(batch["x"], training=True)
            loss = self.loss(batch["y"], logits)
            scaled_loss = self.optimizer.scale_loss(loss)
        grads = tape.gradient(scaled_loss, variables)
        self.optimizer.apply_gradients(zip(grads, variables))
        return loss
