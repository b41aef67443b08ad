import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
error = tf.keras.metrics.MeanSquaredError()
mean_loss = tf.keras.metrics.Mean()


def step(x, y):
    with tf.GradientTape() as tape:
        error.update_state(y, model(x, training=True))
        loss = error.result()
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


def logged_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(y - model(x, training=True)))
        mean_loss.update_state(loss)
        tf.print(mean_loss.result())
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
