import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


class CentralizedAdam(tf.keras.optimizers.Adam):
    """Adam with centralized gradients; LossScaleOptimizer would call `apply`, not this."""

    def apply_gradients(self, grads_and_vars):
        centred = [(g - tf.reduce_mean(g), v) for g, v in grads_and_vars]
        return super().apply_gradients(centred)


model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1, dtype="float32")])
optimizer = CentralizedAdam(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(model(x, training=True) - y))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
