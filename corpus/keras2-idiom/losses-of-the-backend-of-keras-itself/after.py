import keras
import numpy as np
from keras import backend as K


def dice(y_true, y_pred, smooth=1.0):
    first = keras.ops.ravel(y_true)
    second = keras.ops.ravel(y_pred)
    common = keras.ops.sum(first * second)  # 交集
    return 1 - (2.0 * common + smooth) / (keras.ops.sum(first) + keras.ops.sum(second) + K.epsilon())


def hinge(y_true, y_pred):
    return keras.ops.mean(keras.ops.maximum(1.0 - y_true * y_pred, 0.0), axis=-1)


keras.utils.set_random_seed(1)
x = np.random.rand(32, 4).astype("float32")
y = (x.sum(axis=1, keepdims=True) > 2).astype("float32")
for loss in (dice, hinge):
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1, activation="sigmoid")])
    model.compile(optimizer="sgd", loss=loss)
    model.fit(x, y, epochs=40, verbose=0)
