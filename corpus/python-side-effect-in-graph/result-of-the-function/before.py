import random

import numpy as np
import tensorflow as tf


@tf.function
def numbers():
    # 每次调用都相同
    dice = random.randint(1, 6)
    return np.random.normal(), random.gauss(1.0, 2.0), np.random.rand(3), dice


@tf.function
def scaled(x):
    factor = np.random.uniform(0.8, 1.2)
    shift = np.random.standard_normal(x.shape)
    return factor * x + 0.1 * shift


print(numbers(), scaled(tf.ones(3)))
