import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()


@tf.function
def weighted_step(x, y):
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        weight = np.abs(y - p)
        loss = tf.reduce_mean(weight * tf.square(y - p))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss
