import tensorflow as tf


@tf.function
def double(a):
    b = tf.add(a, a)
    print("Tracing with", b)
    print(f"retracing double for {b}")
    print("a new trace:", b)
    print("正在追踪", b)
    print("Building the graph of", b)
    return b


double(tf.constant(1))
double(tf.constant("a"))
