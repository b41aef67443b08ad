import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.layers.Dense(8)])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
gan = tf.keras.Sequential([generator, discriminator])


def generator_gradients(noise):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(gan(noise))
    return tape.gradient(loss, generator.trainable_variables)
