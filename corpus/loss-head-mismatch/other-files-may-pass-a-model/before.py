import tensorflow as tf


def prepare(model):
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return model


def classifier():
    return prepare(tf.keras.Sequential([tf.keras.layers.Dense(5, activation="softmax")]))
