import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()


def gradients(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model.predict(x))
    return tape.gradient(loss, model.trainable_variables)
