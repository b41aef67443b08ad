import tensorflow as tf


def step(encoder, decoder, encoder_optimizer, decoder_optimizer, x):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(tf.square(decoder(encoder(x, training=True), training=True) - x))
        loss = tf.debugging.check_numerics(loss, "loss is not finite")
    encoder_grads = tape.gradient(loss, encoder.trainable_variables)
    decoder_grads = tape.gradient(loss, decoder.trainable_variables)
    del tape
    encoder_optimizer.apply_gradients(zip(encoder_grads, encoder.trainable_variables))
    decoder_optimizer.apply_gradients(zip(decoder_grads, decoder.trainable_variables))
