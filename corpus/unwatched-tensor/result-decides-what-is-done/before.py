import tensorflow as tf


def sensitivity(network):
    noise = tf.random.normal([4, 8])
    with tf.GradientTape() as tape:
        output = tf.reduce_sum(noise * network(tf.ones([4, 8])))
    gradient = tape.gradient(output, noise)
    if not isinstance(gradient, tf.Tensor):
        gradient = tf.zeros_like(noise)
    return gradient


def norm(image):
    start = tf.zeros([4, 8])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((image - start) ** 2)
    slope = tape.gradient(loss, start)
    return tf.norm(slope) if slope else tf.constant(0.0)
