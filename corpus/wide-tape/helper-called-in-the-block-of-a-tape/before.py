import tensorflow as tf


def inner_update(weights, loss_of):
    with tf.GradientTape() as tape:
        loss = loss_of(weights)
        grads = tape.gradient(loss, weights)
    return [w - 0.01 * g for w, g in zip(weights, grads)]


def meta_step(weights, loss_of, optimizer):
    with tf.GradientTape() as meta_tape:
        adapted = inner_update(weights, loss_of)
        meta_loss = loss_of(adapted)
    grads = meta_tape.gradient(meta_loss, weights)
    optimizer.apply_gradients(zip(grads, weights))
