import tensorflow as tf

optimizer = tf.keras.optimizers.Adam()


def step(model, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    grads = tape.gradient(loss, model.trainable_variables)
    for grad in grads:
        tf.debugging.check_numerics(grad, "gradient")
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
