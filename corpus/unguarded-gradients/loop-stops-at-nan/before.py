import numpy as np
import tensorflow as tf

optimizer = tf.keras.optimizers.Adam()


def step(model, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def fit(model, dataset):
    for x, y in dataset:
        if np.isnan(step(model, x, y)):
            raise FloatingPointError("loss is NaN")
