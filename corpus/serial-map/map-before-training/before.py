import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
points = rng.normal(size=(128, 3)).astype("float32")
targets = points.sum(axis=1, keepdims=True)


@tf.function
def standardize(x, y):
    return (x - MEAN) / DEVIATION, y


def augment(x, y):
    seed = tf.cast(tf.math.abs(x[:2]) * 1e6, tf.int32)
    return x + tf.random.stateless_normal([3], seed, stddev=0.01), y


MEAN = np.mean(points, axis=0)
DEVIATION = np.std(points, axis=0)
dataset = tf.data.Dataset.from_tensor_slices((points, targets))
dataset = dataset.map(standardize).shuffle(128, seed=5)
dataset = dataset.map(augment)  # 每个样本的种子由其自身决定
dataset = dataset.batch(16).prefetch(tf.data.AUTOTUNE)

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
print(model.fit(dataset, epochs=3, verbose=0).history["loss"])
