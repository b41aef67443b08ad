import tensorflow as tf


class Trainer:
    @tf.function(
        input_signature=[tf.TensorSpec([None, 8])],
        experimental_relax_shapes=True,  # batches differ
    )
    def step(self, x):
        return tf.reduce_sum(x)


fast = tf.function(lambda x: x + 1, experimental_compile=True)
plain = tf.function(lambda x: x + 1, experimental_follow_type_hints=True)
