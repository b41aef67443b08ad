import numpy as np
import tensorflow as tf

x = np.linspace(0.0, 1.0, 5)
with tf.GradientTape() as tape:
    y = tf.sin(x)
grads = tape.gradient(y, x)
