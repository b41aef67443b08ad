import tensorflow as tf
from tensorflow import keras


def weighted(y_true, y_pred):
    error = y_true - y_pred
    print("error", error)
    return tf.reduce_mean(tf.square(error))


class Sum(keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        print(f"{y_true} {y_pred}")


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer="adam", loss=weighted)
