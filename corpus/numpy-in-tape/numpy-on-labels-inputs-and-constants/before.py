import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
latent_dim = 512


def gradients(observations, y):
    with tf.GradientTape() as tape:
        noise = np.random.normal(size=(4, 8)).astype("float32")
        out = model(np.expand_dims(observations, axis=0)) + np.float32(0.5) * model(noise)
        scaled = out * np.pi / np.sqrt(latent_dim)
        loss = tf.reduce_mean(tf.abs(np.clip(y, 0.0, 1.0) - scaled))
    return tape.gradient(loss, model.trainable_variables)
