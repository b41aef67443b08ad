import tensorflow as tf


class Steps:
    @staticmethod
    @tf.function
    def scaled(x, factor):
        return tf.reduce_sum(tf.cast(x, tf.float32)) * factor

    @tf.function
    def shaped(self, n):
        return tf.zeros((n,))


class Other:
    def shaped(self, factor):
        return factor


def run(other, x):
    steps = Steps()
    for i in range(100):
        steps.scaled(x, i / 100)
        other.shaped(i / 100)
