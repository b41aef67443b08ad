import numpy as np
import tensorflow as tf


def update(model, optimizer, states, targets):
    with tf.GradientTape() as tape:
        values = model(states, training=True)
        loss = tf.reduce_mean(tf.square(targets - tf.squeeze(values, axis=-1)))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
