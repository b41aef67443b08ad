import tensorflow as tf

ds = tf.data.Dataset.range(3).map(lambda x: {"x": x, "none": print(x)})


@tf.function
def f(x, debug=False):
    y = tf.square(x)
    debug and print("y", y)
    return y


f(tf.constant(2.0))
