import tensorflow as tf


def step(model, x, y):
    with tf.GradientTape() as tape:
        outputs = model(x, training=True)
        loss = tf.reduce_mean(tf.square(outputs - y))
    grads = tape.gradient(loss, model.trainable_variables)
    penalty = tf.reduce_mean(tf.abs(outputs))
    more = tape.gradient(penalty, model.trainable_variables)
    return grads, more
