import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
labels = (features.sum(axis=1) > 0).astype("int32")


def scale(x, y):
    return (x - tf.reduce_mean(x)) / (tf.math.reduce_std(x) + 1e-6), y


train_ds = tf.data.Dataset.from_tensor_slices((features, labels))
train_ds = train_ds.shuffle(320, seed=2)
train_ds = train_ds.batch(32)
train_ds = train_ds.map(scale, num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)

inputs = tf.keras.Input((8,))
hidden = tf.keras.layers.Dense(16, activation="relu")(inputs)
hidden = tf.keras.layers.Dropout(0.2, seed=4)(hidden)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(hidden))
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train_ds, epochs=4, verbose=0)
