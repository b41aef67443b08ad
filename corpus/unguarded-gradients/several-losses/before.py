import tensorflow as tf


def step(model, optimizer, loss_fns, x, y):
    with tf.GradientTape() as tape:
        output = model(x, training=True)
        losses = [loss_fn(y, output) for loss_fn in loss_fns]
        losses = [losses[0], losses[1]]
    grads = tape.gradient(losses, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
