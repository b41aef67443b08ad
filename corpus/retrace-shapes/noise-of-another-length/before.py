import numpy as np
import tensorflow as tf

scale = tf.Variable(1.0)
smooth = tf.function(lambda x: x, autograph=False)


def energy(x):
    return tf.reduce_mean(tf.square(x)) * scale


energy_fn = tf.function(energy)
for n in range(10, 1000, 10):
    energy_fn(tf.constant(np.random.normal(0.0, 1.0, (n, 3)), tf.float32))
