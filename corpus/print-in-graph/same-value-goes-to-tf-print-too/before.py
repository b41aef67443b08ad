import tensorflow as tf


@tf.function
def f(num):
    num = tf.add(num, 1)
    print(num)
    tf.print(num)
    return num


f(tf.constant([1.0]))
