import tensorflow as tf


class Trainer:
    def __init__(self, model, critic):
        self.model = model
        self.critic = critic
        self.optimizer = tf.keras.optimizers.Adam(1e-4)

    @tf.function
    def train_step(self, real, alpha):
        """alpha blends two resolutions."""
        with tf.GradientTape() as tape:
            fake = self.model(real, training=True)
            blended = alpha * fake + (1.0 - alpha) * tf.stop_gradient(fake)
            loss = tf.reduce_mean(self.critic(blended))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def train(self, dataset, steps):
        for step, real in zip(range(steps), dataset):
            alpha = min(1.0, step / steps)
            self.train_step(
                real,
                alpha=tf.constant(alpha, tf.float32),  # grows to 1
            )
