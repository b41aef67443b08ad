import tensorflow as tf


class Layer(tf.keras.layers.Layer):
    def call(self, inputs, training=None):
        try:
            return tf.nn.relu(inputs)
        except TypeError as e:
            print("call does not take", training, e)
            raise
