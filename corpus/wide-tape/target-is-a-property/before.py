import tensorflow as tf


def step(model, optimizer, x):
    with tf.GradientTape() as tape:
        model(x, training=True)
        grads = tape.gradient(model.losses, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
