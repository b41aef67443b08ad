import tensorflow as tf


def f(x):
    return x + 1


for jit in (False, True):
    g = tf.function(f, jit_compile=jit)
    print(g(tf.ones(3)))
for _ in range(3):
    h = tf.function(f)
    print(h(tf.ones(3)))
