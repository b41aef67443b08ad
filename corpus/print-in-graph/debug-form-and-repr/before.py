import tensorflow as tf


@tf.function
def f(x):
    y = tf.square(x)
    print(f"{y=}")
    print(f"{y = } and {x!r}")
    print(repr(y))
    return y


f(tf.constant(2.0))
