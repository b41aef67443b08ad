import numpy as np
import tensorflow as tf


@tf.function
def scale(x, factor=2):
    size = np.prod(x.shape[1:])
    angle = np.sqrt(2.0) * np.pi / float(factor)
    mask = np.tril(np.ones((4, 4), dtype=np.float32))
    rank = np.ndim(x) + len(np.shape(x))
    return x * np.float32(angle) * tf.constant(mask) / tf.cast(size, x.dtype) + rank


scale(tf.ones((4, 4)))
