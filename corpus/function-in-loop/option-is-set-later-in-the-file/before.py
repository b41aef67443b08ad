import tensorflow as tf


def score(x):
    @tf.function(jit_compile=JIT)
    def inner(x):
        return tf.reduce_sum(x)

    return inner(x)


JIT = True
for _ in range(10):
    score(tf.ones(3))
