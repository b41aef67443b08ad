import tensorflow as tf
from tensorflow.keras import mixed_precision
from tensorflow.keras.optimizers import SGD

MAX_NORM = 5.0


class Trainer:
    def __init__(self, model):
        self.model = model
        inner = SGD(
            learning_rate=0.1,
            momentum=0.9,
        )
        self.optimizer = mixed_precision.LossScaleOptimizer(inner)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(self.model(x) - y))
            scaled = self.optimizer.scale_loss(loss)
        gradients = tape.gradient(scaled, self.model.trainable_variables)
        clipped = [tf.clip_by_norm(g, MAX_NORM) for g in gradients]
        self.optimizer.apply_gradients(zip(clipped, self.model.trainable_variables))
        return loss
