import tensorflow as tf

calls = tf.Variable(0)
total = tf.Variable(0.0)


@tf.function
def double(x):
    calls.assign_add(1)
    total.assign_add(0.5)
    return x * 2


@tf.function
def half(x):
    calls.assign_add(1)
    return x / 2


for _ in range(3):
    double(tf.constant(1.0))
print(calls.numpy(), total.numpy())
