import tensorflow as tf


@tf.function
def refine(x):
    @tf.function
    def half(x):
        return x / 2

    for _ in range(10):
        x = tf.function(tf.abs)(half(x))
    return x


for _ in range(100):
    refine(tf.ones((3,)))
