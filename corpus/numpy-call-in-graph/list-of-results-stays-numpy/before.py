import numpy as np
import tensorflow as tf


@tf.function
def evaluate(x: tf.Tensor):
    parts = np.concatenate([tf.exp(x).numpy() for _ in range(2)])
    tf.print("mean: %.2f of %s" % (tf.reduce_mean(x).numpy(), parts))
    return parts
