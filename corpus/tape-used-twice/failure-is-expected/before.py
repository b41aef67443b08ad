import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
    z = y * y
print(tape.gradient(y, x))
try:
    print(tape.gradient(z, x))
except RuntimeError as error:
    print(error)  # 非持久的 tape 只能用一次
