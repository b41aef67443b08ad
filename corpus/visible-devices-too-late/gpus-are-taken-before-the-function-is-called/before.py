import os

import tensorflow as tf

BETA = tf.constant(0.5)


def choose(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu


if __name__ == "__main__":
    choose("0")
    print(BETA)
