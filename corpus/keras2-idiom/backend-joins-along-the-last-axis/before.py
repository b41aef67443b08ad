import keras
import keras.backend as K


def joined(a, b):
    return K.concatenate([a, b]), K.argmax(a), K.expand_dims(b), K.cumsum(b), K.concatenate([a, b], axis=0)
