import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(1)
keras.mixed_precision.set_global_policy("mixed_float16")


class Pool(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.score = keras.layers.Dense(1)

    def call(self, x):
        scores = self.score(x)
        padding = tf.cast(tf.equal(x[:, :, :1], 0), scores.dtype)
        weights = tf.nn.softmax(scores + padding * -1e4, axis=1)
        return tf.reduce_sum(weights * x, axis=1)


model = keras.Sequential([Pool(), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.optimizers.SGD(0.05)
loss_fn = keras.losses.MeanSquaredError()
x = tf.random.stateless_normal((32, 6, 4), seed=(1, 2)) * tf.reshape([1.0, 1.0, 1.0, 1.0, 0.0, 0.0], (1, 6, 1))
y = tf.reduce_mean(x, axis=(1, 2), keepdims=True)[:, 0]


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for step in range(40):
    loss = train_step()
    if step % 10 == 0:
        print(f"{step}: {float(loss):.4f}")
