import tensorflow as tf


class Probe(tf.keras.Model):
    def call(self, inputs):
        print(inputs, type(inputs))
        return tf.identity(inputs)


@tf.function
def f(x):
    y = tf.square(x)
    print(y, y.dtype)
    print("op:", y.op, y)
    return y
