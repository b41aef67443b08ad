import numpy as np
import tensorflow as tf

v = tf.Variable(2.0)


def test_numpy_breaks_the_gradient():
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(np.square(v))
    gradient = tape.gradient(loss, v)
    assert gradient is None
