import tensorflow as tf


@tf.function
def f(x):
    y = tf.reduce_sum(x)
    print(f"sum {y:,.2f}")
    print("sum {:^10.2f}".format(y))
    print("sum %10s" % y)
    return y


f(tf.ones((2,)))
