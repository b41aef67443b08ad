import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()


@tf.custom_gradient
def sign(x):
    return tf.sign(x), lambda upstream: upstream


def grads_of(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, sign(model(x))) + mse(y, tf.grad_pass_through(tf.round)(model(x)))
    return tape.gradient(loss, model.trainable_variables)
