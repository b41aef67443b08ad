import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


def normalize(x):
    return x / (tf.norm(x) + 1e-8)


class Unit(tf.keras.layers.Layer):
    def call(self, x):
        return normalize(x)


unit = Unit()
print(normalize(tf.constant([3.0, 4.0])))
