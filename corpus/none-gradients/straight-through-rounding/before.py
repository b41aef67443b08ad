import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()


def ste_round(x):
    return x + tf.stop_gradient(tf.round(x) - x)


def grads_of(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, ste_round(model(x, training=True)))
    return tape.gradient(loss, model.trainable_variables)
