import tensorflow as tf
from tensorflow.keras.layers import Layer


class Scale(Layer):
    def build(self, input_shape):
        self.scale = self.add_weight("scale", (input_shape[-1],), initializer="ones", trainable=True)
        self.shift = self.add_weight((input_shape[-1],), "zeros")
        super().build(input_shape)

    def call(self, inputs):
        return tf.multiply(inputs, self.scale) + self.shift
