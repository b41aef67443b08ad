import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Attention(keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.query = keras.layers.Dense(units)
        self.key = keras.layers.Dense(units)

    def call(self, x, mask=None):
        scores = tf.matmul(self.query(x), self.key(x), transpose_b=True)
        if mask is not None:
            # 屏蔽填充位置
            scores += tf.cast(mask, scores.dtype) * -1e9
        return tf.matmul(tf.nn.softmax(scores), x)


attention = Attention(16)
