import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
mse = tf.keras.metrics.MeanSquaredError()


def gradients(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x, training=True))
    return tape.gradient(loss, model.trainable_variables)
