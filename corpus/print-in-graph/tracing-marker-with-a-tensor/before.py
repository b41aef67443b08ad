import tensorflow as tf


@tf.function
def double(a):
    b = tf.add(a, a)
    print("Tracing with", b)
    print(f"retracing double for {b}")
    return b


double(tf.constant(1))
double(tf.constant("a"))
