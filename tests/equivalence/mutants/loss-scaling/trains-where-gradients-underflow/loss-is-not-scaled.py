import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(1)
keras.mixed_precision.set_global_policy("mixed_float16")

# Each of the 2048 outputs has a gradient of about 1e-9.
model = keras.Sequential(
    [keras.layers.Dense(16, activation="relu"), keras.layers.Dense(2048, kernel_initializer="zeros")]
)
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(200.0))
loss_fn = keras.losses.MeanSquaredError()
x = tf.random.stateless_normal((32, 8), seed=(1, 2))
y = 0.001 * tf.random.stateless_normal((32, 2048), seed=(3, 4))


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
        scaled_loss = optimizer.scale_loss(loss)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for step in range(41):
    loss = train_step()
    if step % 10 == 0:
        print(f"{step}: {float(loss):.3e}")  # 损失
