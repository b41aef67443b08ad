import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def f(x):
    y = tf.reduce_sum(x)
    print(f"sum {y:.2f}")
    return y


f(tf.ones((2,)))
