import tensorflow as tf


def gradients(model, x, y, kind):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    grads = None
    if kind == "all":
        grads = tape.gradient(loss, model.trainable_variables)
    if kind == "head":
        grads = tape.gradient(loss, model.head.trainable_variables)
    return grads
