import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

encoder = keras.Sequential([layers.Dense(64, activation="relu"), layers.BatchNormalization(), layers.Dense(2)])
decoder = keras.Sequential([layers.Dense(64, activation="relu"), layers.Dropout(0.2), layers.Dense(784)])
optimizer = keras.optimizers.Adam()


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(decoder(encoder(x)) - x))
    variables = encoder.trainable_variables + decoder.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss
