import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, model, lr=1e-3):
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam(lr)

    def step(self, images, labels):
        with tf.GradientTape() as tape:
            logits = self.model(images, training=True)
            loss = np.sum((labels - logits) ** 2, axis=-1)
            loss = np.mean(loss)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return float(loss)
