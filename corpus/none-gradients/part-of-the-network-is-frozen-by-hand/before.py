import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.layers.Dense(8)])
head = tf.keras.Sequential([tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()


def grads_of(x, y):
    features = encoder(x, training=False)
    with tf.GradientTape() as tape:
        loss = mse(y, head(features, training=True))
    return tape.gradient(loss, head.trainable_variables)


def grads_of_both(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, head(tf.stop_gradient(encoder(x))))
    return tape.gradient(loss, encoder.trainable_variables + head.trainable_variables)
