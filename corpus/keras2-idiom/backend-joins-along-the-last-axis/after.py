import keras
import keras.backend as K


def joined(a, b):
    return keras.ops.concatenate([a, b], axis=-1), keras.ops.argmax(a, axis=-1), keras.ops.expand_dims(b, axis=-1), keras.ops.cumsum(b, axis=0), keras.ops.concatenate([a, b], axis=0)
