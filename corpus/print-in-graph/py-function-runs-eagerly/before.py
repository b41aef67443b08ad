import tensorflow as tf


def _show(x):
    y = tf.square(x)
    print("value", y, f"{y.numpy():.2f}")
    return y


@tf.function
def f(x):
    return tf.py_function(_show, [x], tf.float32)


def numbers():
    for i in range(3):
        t = tf.constant(i)
        print("next", t)
        yield t


ds = tf.data.Dataset.from_generator(numbers, output_signature=tf.TensorSpec([], tf.int32))
f(tf.constant(2.0))
