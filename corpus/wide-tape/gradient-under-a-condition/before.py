import tensorflow as tf


def step(model, optimizer, loss_fn, x, y, training):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=training))
        if training:
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
