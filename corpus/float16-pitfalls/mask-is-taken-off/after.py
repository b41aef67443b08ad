import tensorflow as tf
from tensorflow.keras import mixed_precision
from tensorflow.keras.layers import Dense, Layer

mixed_precision.set_global_policy(mixed_precision.Policy("mixed_float16"))


class Pointer(Layer):
    def __init__(self, **kwargs):
        super(Pointer, self).__init__(**kwargs)
        self.score = Dense(1)

    def call(self, inputs, mask):
        logits = self.score(inputs)
        logits = logits - 1e4 * (1.0 - tf.cast(mask, logits.dtype))
        return tf.nn.softmax(logits, axis=1)


pointer = Pointer(name="pointer")
