from tensorflow import keras
import tensorflow as tf


class Linear(keras.layers.Layer):
    def __init__(self, units):
        super(Linear, self).__init__()
        self.units = units

    def build(self, input_shape):
        self.w = tf.Variable(initial_value=tf.random.normal((input_shape[-1], self.units)), trainable=True)
        self.b = tf.Variable(tf.zeros([self.units]), name='b')

    def call(self, x):
        return tf.matmul(x, self.w) + self.b
