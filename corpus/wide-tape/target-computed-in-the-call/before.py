import tensorflow as tf


def step(model, optimizer, loss_fn, x, y):
    with tf.GradientTape() as tape:
        outputs = model(x, training=True)
        grads = tape.gradient(loss_fn(y, outputs), model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
