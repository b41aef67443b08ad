import sys

import tensorflow as tf
from tensorflow import data as tfd


def build(values):
    def parse(x):
        y = tf.cast(x, tf.float32) / 255.0
        tf.print("pixel", y, output_stream=sys.stdout)
        return y

    def keep(y):
        tf.print(y, output_stream=sys.stdout)
        return y > 0.0

    return tfd.Dataset.from_tensor_slices(values).map(parse).filter(keep)


for item in build([0, 128, 255]):
    pass
