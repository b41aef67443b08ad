import tensorflow as tf


@tf.function
def total_of(limit):
    total = 0
    for digit in tf.range(limit):
        total += digit
    return total
