import tensorflow as tf


class Trainer:
    def __init__(self, model, weight):
        self.strategy = tf.distribute.MirroredStrategy()
        self.model = model
        self.weight = weight
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(y - self.model(x))) * self.weight
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))

    def fit(self, dataset):
        for x, y in self.strategy.experimental_distribute_dataset(dataset):
            self.strategy.run(self.step, args=(x, y))
