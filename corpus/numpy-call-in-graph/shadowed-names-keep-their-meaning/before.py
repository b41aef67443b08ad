import numpy as np
import tensorflow as tf


@tf.function
def total(x: tf.Tensor, tf):
    return np.sum(x)


def numpy_like(np):
    @tf.function
    def inner(x: tf.Tensor):
        return np.mean(x)

    return inner
