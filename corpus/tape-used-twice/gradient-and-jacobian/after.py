import tensorflow as tf

x = tf.Variable([1.0, 2.0])

with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape:
    tape.watch(x)
    y = x ** 3
    total = tf.reduce_sum(y)

print(tape.gradient(total, x))
print(tape.jacobian(y, x))
del tape
