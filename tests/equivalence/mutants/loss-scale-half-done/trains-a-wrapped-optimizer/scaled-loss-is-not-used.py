import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(1)
keras.mixed_precision.set_global_policy("mixed_float16")

# Weights of 1 do not take up steps of 1e-8.
model = keras.Sequential(
    [keras.layers.Dense(1, kernel_initializer="ones", bias_initializer="ones", dtype="float32")]
)
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.01))
loss_fn = keras.losses.MeanSquaredError()
x = tf.random.stateless_normal((32, 4), seed=(1, 2))
y = 1.05 * (tf.reduce_sum(x, axis=1, keepdims=True) + 1.0)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
        scaled_loss = optimizer.scale_loss(loss)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for step in range(40):
    loss = train_step()
    if step % 10 == 0:
        print(f"{step}: {float(loss):.4f}")
