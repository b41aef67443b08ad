import math

import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.1)
loss_fn = keras.losses.MeanSquaredError()


@tf.function
def step(x, y, lr):
    optimizer.learning_rate = lr
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


x = tf.ones((8, 4))
y = tf.zeros((8, 1))
base = 0.1
for epoch in range(30):
    step(x, y, tf.constant(base * math.exp(-0.1 * epoch), tf.float32))
base = 0.05
for epoch in range(30):
    base *= 0.9
    loss = step(x, y, lr=tf.constant(base, tf.float32))  # 学习率衰减
