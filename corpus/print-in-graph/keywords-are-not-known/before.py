import tensorflow as tf

STYLE = {"sep": ", "}


@tf.function
def f(x):
    y = tf.square(x)
    print("y", y, **STYLE)
    return y


f(tf.constant(2.0))
