import numpy as np
import tensorflow as tf

v = tf.Variable([1.0, 2.0])

with tf.GradientTape() as tape:
    scale = np.linalg.norm(v.numpy())
    loss = tf.reduce_sum(tf.square(v)) / scale
print(tape.gradient(loss, v).numpy())
