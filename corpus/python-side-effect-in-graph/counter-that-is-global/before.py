import tensorflow as tf

calls = 0
total = 0.0


@tf.function
def double(x):
    global calls, total
    calls += 1
    total += 0.5
    return x * 2


@tf.function
def half(x):
    global calls
    calls += 1
    return x / 2


for _ in range(3):
    double(tf.constant(1.0))
print(calls, total)
