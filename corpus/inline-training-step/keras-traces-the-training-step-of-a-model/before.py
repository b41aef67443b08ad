import tensorflow as tf


class Critic(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        for _ in range(20):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(self(x, training=True)) - tf.reduce_mean(y)
            grads = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}
