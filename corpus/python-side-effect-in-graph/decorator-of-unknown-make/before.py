import random

import tensorflow as tf
from wrapt import wrap_numpy


@tf.function
@wrap_numpy
def noisy(x):
    return x * random.random()
