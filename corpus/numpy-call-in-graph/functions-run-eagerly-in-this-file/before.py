import numpy as np
import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def mean(x: tf.Tensor):
    return np.mean(x), x.numpy()


mean(tf.ones(3))
