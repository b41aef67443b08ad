import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.ones((32, 4))
dataset = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)


@tf.function
def evaluate(x, y, step):
    tf.print("step", step)
    return loss_fn(y, model(x)) * tf.cast(step, tf.float32)


for step in tf.range(100):
    for images, labels in dataset:
        evaluate(images, labels, step)
