import tensorflow as tf


def fit(model, optimizer, loss_fns, dataset):
    for x, ys in dataset:
        total = 0.0
        with tf.GradientTape() as tape:
            for output, y, loss_fn in zip(model(x, training=True), ys, loss_fns):
                total += loss_fn(y, output)
        grads = tape.gradient(total, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
