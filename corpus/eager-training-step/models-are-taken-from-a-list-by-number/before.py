import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
loss_fn = tf.keras.losses.MeanSquaredError()
dataset = tf.data.Dataset.from_tensor_slices((tf.ones((64, 2)), tf.ones((64, 1)))).batch(8)


def train_step(net, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, net(x, training=True))
    gradients = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(gradients, net.trainable_variables))
    return loss


nets = [tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)]) for units in (2, 4)]
optimizers = [tf.keras.optimizers.Adam() for _ in nets]
for run in range(2):
    for x, y in dataset:
        train_step(nets[run], optimizers[run], x, y)
