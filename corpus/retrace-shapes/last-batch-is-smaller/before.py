import numpy as np
import tensorflow as tf

data = np.zeros((100, 3), "float32")
dataset = tf.data.Dataset.from_tensor_slices(data).batch(32)
size = 32


@tf.function
def step(x):
    return tf.reduce_sum(x)


for epoch in range(10):
    for x in dataset:
        step(x)
    for i in range(0, len(data), size):
        step(data[i : i + size])
    for i in range(4):
        step(data[i * size : (i + 1) * size])
