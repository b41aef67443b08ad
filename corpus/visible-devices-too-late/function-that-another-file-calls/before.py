import os

import tensorflow as tf


def setup(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu


def loss(x):
    return tf.reduce_mean(x)
