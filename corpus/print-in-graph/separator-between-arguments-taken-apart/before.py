import tensorflow as tf


@tf.function
def compare(a, b):
    distance = tf.norm(a - b)
    angle = tf.reduce_sum(a * b)
    print("distance", f"{distance:.2f}", "angle", angle, sep=" | ")
    print(f"distance={distance}", f"angle={angle}", sep="\t")
    print("'%s'" % distance, '"{}"'.format(angle))


compare(tf.constant([1.0, 0.0]), tf.constant([0.0, 1.0]))
