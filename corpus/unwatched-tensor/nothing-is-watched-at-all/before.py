import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape(watch_accessed_variables=False) as tape:
    y = tf.reduce_sum(w**2)
print(tape.gradient(y, w))
