import tensorflow as tf
from tensorflow import GradientTape

c1, c2 = tf.constant(5.0), tf.constant(3.0)


def f(a, b):
    return 3 * a**2 + 2 * a * b


with GradientTape() as t:  # 求导
    t.watch([c1, c2])
    # 计算 z
    z = f(c1, c2)

gradients = t.gradient(z, [c1, c2])
