import tensorflow as tf


class Trainer:
    def __init__(self):
        self.beta = 0.0
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.Adam()

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.beta * tf.reduce_mean(tf.square(self.model(x) - y))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def fit(self, dataset):
        for epoch in range(100):
            self.beta = min(1.0, epoch / 50)
            for x, y in dataset:
                self.step(x, y)
