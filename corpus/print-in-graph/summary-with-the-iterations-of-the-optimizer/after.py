import sys

import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.Adam()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    tf.summary.scalar("loss", loss, step=optimizer.iterations)
    tf.summary.scalar("train/loss", loss, step=optimizer.iterations)  # both
    tf.summary.scalar("lr", optimizer.learning_rate, step=optimizer.iterations)
    tf.print(gradients[0], output_stream=sys.stdout)
    return loss


with writer.as_default():
    train_step(tf.ones((2, 3)), tf.ones((2, 1)))
