import keras_tuner
import tensorflow as tf


def build_model(hp):
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(hp.Int("units", 1, 8))])
    model.compile("adam", "mse")
    model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
    return model


strategy = tf.distribute.MirroredStrategy()
tuner = keras_tuner.Hyperband(build_model, objective="val_loss")
print(strategy.num_replicas_in_sync)
