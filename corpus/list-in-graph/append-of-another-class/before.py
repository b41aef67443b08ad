import tensorflow as tf


class Buffer:
    def __init__(self):
        self.array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)

    def append(self, value):
        self.array = self.array.write(self.array.size(), value)


@tf.function
def run(n):
    buffer = Buffer()
    for i in tf.range(3):
        buffer.append(tf.cast(i, tf.float32))
    return n
