import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()


def grads_of(x, y):
    with tf.GradientTape() as tape:
        loss = tf.stop_gradient(mse(y, model(x)))
    return tape.gradient(loss, model.trainable_variables)
