import tensorflow as tf


class Attention(tf.keras.layers.Layer):
    def call(self, x):
        length = x.shape[1]
        return tf.matmul(x, x, transpose_b=True) / length


layer = Attention()


@tf.function
def attend(x):
    return layer(x)


x = tf.ones((1, 100, 2))
for n in range(1, 100):
    attend(x[:, :n])
