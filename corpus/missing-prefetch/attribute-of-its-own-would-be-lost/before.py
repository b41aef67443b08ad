import tensorflow as tf


def load(repeated):
    ds = tf.data.Dataset.from_tensor_slices((tf.ones([8, 2]), tf.ones([8, 1]))).batch(2)
    ds.class_names = ["cat", "dog"]
    if repeated:
        ds = ds.repeat(2)
        ds.class_names = ["cat", "dog"]
    return ds


train_ds = load(True)
print(train_ds.class_names)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train_ds)
