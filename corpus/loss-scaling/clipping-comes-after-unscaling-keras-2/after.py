import tensorflow as tf
import tf_keras as keras

keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.layers.Dense(16), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.05))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(keras.losses.mean_squared_error(y, model(x, training=True)))
        scaled_loss = optimizer.get_scaled_loss(loss)
    grads = tape.gradient(
        scaled_loss,
        model.trainable_variables,  # all of them
    )
    grads = optimizer.get_unscaled_gradients(grads)
    grads, norm = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss, norm


x = tf.random.stateless_normal((64, 8), seed=(1, 2))
for _ in range(3):
    loss, norm = train_step(x, tf.reduce_sum(x, axis=1, keepdims=True))
print("loss:", float(loss))
