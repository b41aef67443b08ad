from tensorflow import keras
from tensorflow.keras import layers
import tensorflow as tf

learning_rate = 1e-3
mirrored = tf.distribute.MirroredStrategy()


def build_model():
    return keras.Sequential([layers.Input((4,)), layers.Dense(8, activation="relu"), layers.Dense(1)])


opt = keras.optimizers.Adam(learning_rate)  # tuned by hand
with mirrored.scope():
    net = build_model()
    net.compile(optimizer=opt, loss="mse")

net.fit(tf.random.uniform((32, 4)), tf.random.uniform((32, 1)), epochs=2)
