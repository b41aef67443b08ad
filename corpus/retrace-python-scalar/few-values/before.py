import tensorflow as tf


@tf.function
def f(i):
    return tf.constant(2.0) * i


for step in range(3):
    f(step)
for alpha in (0.1, 0.5, 1.0):
    f(alpha)
for epoch in range(90):
    f(epoch // 30)
    f(epoch % 2)
rate = 0.1
for epoch in range(90):
    if epoch in (30, 60):
        rate *= 0.1
    f(rate)
