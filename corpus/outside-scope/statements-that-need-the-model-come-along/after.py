import tensorflow as tf


class Experiment:
    def __init__(self):
        self.strategy = tf.distribute.MirroredStrategy()
        self.epochs = 3
        with self.strategy.scope():
            self.model = tf.keras.applications.MobileNetV2(weights=None, classes=10)
            self.model.summary()
            self.size = self.model.count_params()
            self.model.compile("adam", "sparse_categorical_crossentropy")

    def run(self, dataset):
        # 训练
        self.model.fit(dataset, epochs=self.epochs)
