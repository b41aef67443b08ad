import tensorflow as tf


def train_step(model, optimizer, x, y, frozen):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    if frozen:
        variables = model.head.trainable_variables
        grads = tape.gradient(loss, variables)
    else:
        variables = model.trainable_variables
        grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    return loss
