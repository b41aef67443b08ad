import tensorflow as tf


@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS)
def count(n):
    i = tf.constant(0)
    while i < n:
        print(i)
        i += 1
    return n


count(tf.constant(3))
