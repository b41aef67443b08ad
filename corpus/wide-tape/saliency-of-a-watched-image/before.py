import tensorflow as tf


def saliency(model, image, label):
    with tf.GradientTape() as tape:
        tape.watch(image)
        score = model(image)[0, label]
        grads = tape.gradient(score, image)
    return tf.reduce_max(tf.abs(grads), axis=-1)
