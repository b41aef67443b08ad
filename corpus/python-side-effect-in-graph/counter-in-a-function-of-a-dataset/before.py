import tensorflow as tf

n = 0


def number(x):
    global n
    n += 1
    return n, x


dataset = tf.data.Dataset.range(3).map(number)
print(n)
