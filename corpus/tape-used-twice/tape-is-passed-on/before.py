import tensorflow as tf


def step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    optimizer.minimize(loss, model.trainable_variables, tape=tape)
    return tape.gradient(loss, model.trainable_variables), tape.gradient(loss, x)
