import tensorflow as tf

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def classifier():
    model = tf.keras.Sequential([tf.keras.layers.Dense(5, activation="softmax")])
    model.compile("adam", loss_fn)
    return model
