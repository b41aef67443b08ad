import tensorflow as tf

from .optimization import create_optimizer

tf.keras.mixed_precision.set_global_policy("mixed_float16")


def fit(model, loss_fn, dataset, config):
    optimizer = create_optimizer(config)
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
