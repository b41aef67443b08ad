import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")

model = keras.Sequential(
    [
        keras.Input(shape=(8,)),
        layers.Dense(64, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile("sgd", "sparse_categorical_crossentropy")

x = tf.random.stateless_normal((64, 8), seed=(1, 2))
y = tf.random.stateless_uniform((64,), seed=(3, 4), maxval=10, dtype=tf.int32)
model.fit(x, y, epochs=2, verbose=0)
