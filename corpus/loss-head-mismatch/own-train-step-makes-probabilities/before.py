import tensorflow as tf
from tensorflow import keras


class Classifier(keras.Model):
    def __init__(self):
        super().__init__()
        self.head = keras.layers.Dense(10)

    def call(self, inputs):
        return self.head(inputs)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        return super().compute_loss(x, y, tf.nn.softmax(y_pred), sample_weight)


model = Classifier()
model.compile("adam", "sparse_categorical_crossentropy")
