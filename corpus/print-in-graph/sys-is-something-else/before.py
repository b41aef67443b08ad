import tensorflow as tf


def simulate(sys):
    @tf.function
    def f(x):
        y = tf.square(x)
        print("y", y)
        return y

    return f(sys.state)
