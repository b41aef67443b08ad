import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(1)

gpus = tf.config.list_physical_devices("GPU")
for gpu in tf.config.list_physical_devices():
    tf.config.experimental.set_memory_growth(gpu, True)

model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.05)
loss_fn = keras.losses.MeanSquaredError()
x = tf.random.stateless_normal((32, 4), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for step in range(30):
    loss = train_step()
print(f"{float(loss):.4f}")
