import tensorflow as tf
from tensorflow import keras

encoder = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
decoder = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(16)])
encoder_optimizer = keras.optimizers.Adam(1e-3)
decoder_optimizer = keras.optimizers.Adam(1e-3)


def fit(dataset, epochs):
    for epoch in range(epochs):
        for x in dataset:
            with tf.GradientTape(persistent=True) as tape:
                code = encoder(x, training=True)
                loss = tf.reduce_mean(tf.square(decoder(code, training=True) - x))
                encoder_loss = loss + 0.1 * tf.reduce_mean(tf.abs(code))  # sparse codes
            encoder_grads = tape.gradient(encoder_loss, encoder.trainable_variables)
            decoder_grads = tape.gradient(loss, decoder.trainable_variables)
            del tape
            encoder_optimizer.apply_gradients(zip(encoder_grads, encoder.trainable_variables))
            decoder_optimizer.apply_gradients(zip(decoder_grads, decoder.trainable_variables))
