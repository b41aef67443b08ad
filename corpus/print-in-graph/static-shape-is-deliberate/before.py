import tensorflow as tf


class Encoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)

    def call(self, inputs):
        h = self.dense(inputs)
        print(h.shape)
        print("h", h.shape, h.shape[-1])
        return h


@tf.function
def f(x):
    y = tf.nn.relu(x)
    print(f"{y.shape} {len(y.shape)} {y.get_shape()}")
    return y
