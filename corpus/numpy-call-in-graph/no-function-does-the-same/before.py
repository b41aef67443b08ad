import numpy as np
import tensorflow as tf


@tf.function
def statistics(x: tf.Tensor):
    return np.dot(x, x), np.median(x), np.std(x, ddof=1), np.nonzero(x)
