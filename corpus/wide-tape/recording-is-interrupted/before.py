import tensorflow as tf


def step(model, optimizer, loss_fn, metric, x, y):
    with tf.GradientTape(persistent=True) as tape:
        loss = loss_fn(y, model(x, training=True))
        with tape.stop_recording():
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
