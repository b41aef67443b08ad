import tensorflow as tf


class Trainer:
    @tf.function(
        input_signature=[tf.TensorSpec([None, 8])],
        reduce_retracing=True,  # batches differ
    )
    def step(self, x):
        return tf.reduce_sum(x)


fast = tf.function(lambda x: x + 1, jit_compile=True)
plain = tf.function(lambda x: x + 1)
