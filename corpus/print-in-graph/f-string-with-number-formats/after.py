import sys

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.SGD(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    tf.print(
        tf.strings.join(["loss: ", tf.strings.as_string(tf.cast(loss, tf.float64), precision=4)]),
        output_stream=sys.stdout,
    )
    return loss


for step in range(3):
    train_step(tf.ones((4, 2)), tf.zeros((4, 1)))
