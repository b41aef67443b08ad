import tensorflow as tf


def fit(model, optimizer, loss_fn, dataset):
    with tf.GradientTape() as tape:
        for x, y in dataset:
            loss = loss_fn(y, model(x, training=True))
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
