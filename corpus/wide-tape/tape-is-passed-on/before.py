import tensorflow as tf


def step(model, optimizer, loss_fn, x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
        grads = clipped(tape, loss, model)
        print(tape.gradient(loss, x))
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
