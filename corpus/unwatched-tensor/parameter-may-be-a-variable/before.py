import tensorflow as tf


def gradient_of(f, x):
    with tf.GradientTape() as tape:
        y = f(x)
    return tape.gradient(y, x)


@tf.function
def saliency(model, images):
    with tf.GradientTape() as tape:
        scores = tf.reduce_max(model(images), axis=-1)
    return tape.gradient(scores, images)
