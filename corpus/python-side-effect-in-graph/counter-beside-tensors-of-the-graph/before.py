import tensorflow as tf

n = 0


class Schedule:
    def __init__(self):
        self.step = 0

    @tf.function
    def scale(self, x: tf.Tensor):
        self.step += 1
        return x * self.step


@tf.function
def late(x: tf.Tensor):
    global n
    n += 1
    return tf.maximum(x, n)
