import tensorflow as tf

optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1))


def apply(tape, loss, variables):
    grads = optimizer.get_unscaled_gradients(tape.gradient(loss, variables))
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, variables))
