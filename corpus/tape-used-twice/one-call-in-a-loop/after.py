import tensorflow as tf


def gradients_of_each(model, losses_of, x, y):
    with tf.GradientTape(persistent=True) as tape:
        outputs = model(x, training=True)
        losses = [loss_of(y, output) for loss_of, output in zip(losses_of, outputs)]
    found = []
    for loss in losses:
        found.append(tape.gradient(loss, model.trainable_variables))
    del tape
    norms = [tf.linalg.global_norm(gradients) for gradients in found]
    return found, norms
