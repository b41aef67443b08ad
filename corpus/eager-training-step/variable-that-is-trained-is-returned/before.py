import tensorflow as tf


def ascend(extractor, image, optimizer):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(extractor(image))
    gradient = tape.gradient(loss, image)
    optimizer.apply_gradients([(tf.math.l2_normalize(gradient), image)])
    return loss, image


def visualize(extractor, steps):
    optimizer = tf.keras.optimizers.SGD(10.0)
    image = tf.Variable(tf.random.uniform((1, 64, 64, 3)))
    for _ in range(steps):
        loss, image = ascend(extractor, image, optimizer)
    return image
