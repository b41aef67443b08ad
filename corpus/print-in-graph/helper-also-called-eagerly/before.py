import tensorflow as tf


def _norm(x):
    n = tf.norm(x)
    print("norm", n)
    return n


@tf.function
def compiled(x):
    return _norm(x)


print(compiled(tf.ones((2,))))
print(_norm(tf.ones((2,))))
