import tensorflow as tf
from tensorflow.keras import layers

tf.keras.mixed_precision.set_global_policy("mixed_float16")
float32 = tf.keras.mixed_precision.Policy("float32")

inputs = tf.keras.Input((8,))
x = layers.Dense(16, activation="relu")(inputs)
first = layers.Dense(3, activation="softmax", dtype="float32")(x)
second = layers.Dense(1, activation="sigmoid", dtype=float32)(x)
third = layers.Activation("softmax", dtype=tf.float32)(layers.Dense(4)(x))
model = tf.keras.Model(inputs, [first, second, third])
model.compile("adam", ["categorical_crossentropy", "binary_crossentropy", "categorical_crossentropy"])
