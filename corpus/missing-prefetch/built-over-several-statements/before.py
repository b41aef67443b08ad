import numpy as np
import tensorflow as tf

features = np.random.default_rng(0).normal(size=(256, 8)).astype("float32")
labels = (features.sum(axis=1) > 0).astype("int64")


def scale(x, y):
    return x / 4.0, y


train_ds = tf.data.Dataset.from_tensor_slices((features[:192], labels[:192]))
train_ds = train_ds.shuffle(192, seed=1)
train_ds = train_ds.map(scale, num_parallel_calls=tf.data.AUTOTUNE)
train_ds = train_ds.batch(32)

val_ds = tf.data.Dataset.from_tensor_slices((features[192:], labels[192:])).map(scale, tf.data.AUTOTUNE)
val_ds = val_ds.batch(32)  # no shuffle: only measured

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
history = model.fit(train_ds, validation_data=val_ds, epochs=2, verbose=0)
print(history.history["loss"])
