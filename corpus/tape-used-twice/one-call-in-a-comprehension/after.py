import tensorflow as tf
import numpy as np

w = tf.Variable(tf.ones((3, 3)))
with tf.GradientTape(persistent=True) as t:
    y = tf.linalg.matmul(w, w)
    rows = tf.unstack(y)
jacobian = tf.stack([t.gradient(row, w) for row in rows])
del t
print(np.round(jacobian.numpy(), 2))
