import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


class Inverse(tf.keras.layers.Layer):
    def call(self, x):
        return 1.0 / (x + 1e-8)


model = tf.keras.Sequential([tf.keras.layers.Dense(8), Inverse()])
