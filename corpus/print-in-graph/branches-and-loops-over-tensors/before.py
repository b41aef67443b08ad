import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.float32)])
def search(limit, x):
    best = tf.constant(0.0)
    for i in tf.range(limit):
        value = x[i]
        if value > best:
            best = value
            print("better at", i, "value", value)
        else:
            print(f"{i}: {value} is no better")
    while best > 1.0:
        best = best / 2.0
        print(best)
    return best


search(tf.constant(2), tf.constant([3.0, 1.0]))
