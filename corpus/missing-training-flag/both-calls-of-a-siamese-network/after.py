import tensorflow as tf
from tensorflow import keras

encoder = keras.Sequential([keras.layers.Dense(32), keras.layers.BatchNormalization(), keras.layers.ReLU()])
optimizer = keras.optimizers.SGD(0.1)


def train(pairs):
    for left, right, same in pairs:
        with tf.GradientTape() as tape:
            distance = tf.norm(encoder(left, training=True) - encoder(right, training=True), axis=1)
            loss = tf.reduce_mean(same * distance**2 + (1 - same) * tf.maximum(0.0, 1.0 - distance) ** 2)
        grads = tape.gradient(loss, encoder.trainable_variables)
        optimizer.apply_gradients(zip(grads, encoder.trainable_variables))
