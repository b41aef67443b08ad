import tensorflow as tf


def step(strategy, model, optimizer, loss_fn, x, y):
    with strategy.scope(), tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
