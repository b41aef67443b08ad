import numpy as np
import tensorflow as tf

tf.experimental.numpy.experimental_enable_numpy_behavior()


@tf.function
def flat(x: tf.Tensor):
    return x.reshape(-1), np.shape(x)
