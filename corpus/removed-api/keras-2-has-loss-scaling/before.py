import tensorflow as tf

optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1))


def gradients(tape, loss, variables):
    scaled = optimizer.get_scaled_loss(loss)
    return optimizer.get_unscaled_gradients(tape.gradient(scaled, variables))


print(optimizer.variables(), tf.keras.losses.Reduction.AUTO)
