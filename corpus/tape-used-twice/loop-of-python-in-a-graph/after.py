import tensorflow as tf


@tf.function
def gradients_of_each(model, x):
    with tf.GradientTape(persistent=True) as tape:
        losses = [tf.reduce_mean(output) for output in model(x, training=True)]
    norms = []
    for index, loss in enumerate(losses):
        norms.append(tf.linalg.global_norm(tape.gradient(loss, model.trainable_variables)))
    return tf.stack(norms)
