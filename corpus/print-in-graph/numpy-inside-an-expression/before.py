import numpy as np
import tensorflow as tf


@tf.function
def f(x):
    y = tf.square(x)
    print("y", y, "log", np.log(y.numpy()))
    return y


f(tf.constant(2.0))
