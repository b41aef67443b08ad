import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(3)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
metric = tf.keras.metrics.Mean()
data = tf.data.Dataset.from_tensor_slices((tf.zeros((8, 4)), tf.zeros(8))).batch(4).prefetch(tf.data.AUTOTUNE)


@tf.function
def test_step(images, labels):
    metric(loss_fn(labels, model(images)))


for images, labels in data:
    test_step(images, labels)
print(metric.result())
metric.reset_state()


@tf.function
def test_step(images, labels):
    metric(tf.norm(model(images)))


for images, labels in data:
    test_step(images, labels)
print(metric.result())
