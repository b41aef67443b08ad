import tensorflow as tf
from tensorflow import keras

critic = keras.Sequential([keras.layers.Dense(16), keras.layers.Dropout(0.3), keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam(1e-4)


def train_critic(images, fakes):
    with tf.GradientTape() as tape:
        with tf.GradientTape() as inner:
            inner.watch(images)
            score = critic(images)
        slope = tf.norm(inner.gradient(score, images), axis=1)
        loss = tf.reduce_mean(critic(fakes)) - tf.reduce_mean(score) + 10 * tf.reduce_mean((slope - 1) ** 2)
    gradients = tape.gradient(loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
