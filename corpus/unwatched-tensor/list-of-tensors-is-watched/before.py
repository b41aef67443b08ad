import tensorflow as tf

x = tf.constant(1.0)
z = tf.constant(2.0)
inputs = [x, z]
with tf.GradientTape() as tape:
    for one in inputs:
        tape.watch(one)
    y = x * z
print(tape.gradient(y, [x, z]))
