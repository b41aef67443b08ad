import tensorflow as tf


@tf.function
def total_of(limit):
    digits = []
    for digit in tf.range(limit):
        digits.append(digit)
    return tf.add_n(digits)
