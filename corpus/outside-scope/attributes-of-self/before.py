import tensorflow as tf


class Trainer:
    def __init__(self, learning_rate):
        self.strategy = tf.distribute.MirroredStrategy()
        # 优化器
        self.optimizer = tf.keras.optimizers.Adam(learning_rate)
        with self.strategy.scope():
            self.model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
            self.model.compile(self.optimizer, "mse")

    def train(self, dataset):
        self.model.fit(dataset)


Trainer(1e-3).train(tf.data.Dataset.from_tensors((tf.ones((8, 4)), tf.ones((8, 1)))))
