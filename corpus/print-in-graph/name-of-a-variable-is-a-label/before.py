import tensorflow as tf

v = tf.Variable(1.0, name="scale")


@tf.function
def f(x):
    print(v.name, v)
    print(f"{v.name} = {v:.2f}, norm = {tf.norm(x):.2f}")
    return x * v


f(tf.constant([1.0]))
