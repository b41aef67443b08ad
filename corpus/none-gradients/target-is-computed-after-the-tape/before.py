import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def gradients(x, y):
    with tf.GradientTape() as tape:
        losses = tf.square(y - model(x, training=True))
    return tape.gradient(tf.reduce_mean(losses), model.trainable_variables)
