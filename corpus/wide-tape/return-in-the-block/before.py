import tensorflow as tf


def gradient(model, loss_fn, x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
        return loss, tape.gradient(loss, model.trainable_variables)
