import numpy as np
import tensorflow as tf


@tf.function
def mixup(x, y, alpha=0.2):
    lam = np.random.beta(alpha, alpha)
    indices = tf.random.shuffle(tf.range(x.shape[0]))
    others = tf.random.shuffle(tf.range(x.shape[0]))
    x_other = tf.gather(x, indices)
    return lam * x + (1 - lam) * x_other, tf.gather(y, indices), tf.gather(x, others)
