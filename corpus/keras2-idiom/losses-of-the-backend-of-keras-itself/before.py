import keras
import numpy as np
from keras import backend as K


def dice(y_true, y_pred, smooth=1.0):
    first = K.flatten(y_true)
    second = K.flatten(y_pred)
    common = K.sum(first * second)  # 交集
    return 1 - (2.0 * common + smooth) / (K.sum(first) + K.sum(second) + K.epsilon())


def hinge(y_true, y_pred):
    return K.mean(K.maximum(1.0 - y_true * y_pred, 0.0), axis=-1)


keras.utils.set_random_seed(1)
x = np.random.rand(32, 4).astype("float32")
y = (x.sum(axis=1, keepdims=True) > 2).astype("float32")
for loss in (dice, hinge):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1, activation="sigmoid")])
    model.compile(optimizer="sgd", loss=loss)
    model.fit(x, y, epochs=40, verbose=0)
