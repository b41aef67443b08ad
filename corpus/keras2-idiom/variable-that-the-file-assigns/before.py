import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.factor = tf.Variable(1.0, name="factor")

    def call(self, inputs):
        self.factor.assign(tf.reduce_max(inputs))
        return inputs * self.factor
