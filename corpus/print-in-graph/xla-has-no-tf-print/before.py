import tensorflow as tf


@tf.function(jit_compile=True)
def f(x):
    y = tf.reduce_mean(x)
    print("mean", y)
    return y


f(tf.ones((2,)))
