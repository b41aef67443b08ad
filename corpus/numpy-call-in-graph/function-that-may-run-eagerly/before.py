import numpy as np
import tensorflow as tf


def rmse(y: tf.Tensor, p: tf.Tensor):
    return np.sqrt(np.mean(np.square(y - p)))


@tf.function
def step(y, p):
    return rmse(y, p)


print(rmse(tf.ones(3), tf.zeros(3)).item())
