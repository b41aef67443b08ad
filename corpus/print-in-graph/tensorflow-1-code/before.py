import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def f(x):
    y = tf.square(x)
    print("y", y)
    return y


print(tf.Session().run(f(tf.placeholder(tf.float32))))
