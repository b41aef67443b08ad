import tensorflow as tf

v = tf.Variable(1.0)


@tf.function
def f(x):
    with tf.init_scope():
        print("at tracing", v.numpy(), v)
    return x * v


f(tf.constant(1.0))
