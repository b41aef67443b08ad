import tensorflow as tf
from tensorflow.keras import mixed_precision


def train(model, dataset, fp16):
    optimizer = tf.keras.optimizers.Adam(1e-3)
    if fp16:
        optimizer = mixed_precision.LossScaleOptimizer(optimizer)
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
            if fp16:
                loss = optimizer.get_scaled_loss(loss)
        grads = tape.gradient(loss, model.trainable_variables)
        if fp16:
            grads = optimizer.get_unscaled_gradients(grads)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
