import numpy as np
import tensorflow as tf

signal = np.zeros((1000, 2), "float32")


@tf.function(reduce_retracing=True)
def filtered(x):
    return tf.signal.fft(tf.cast(x, tf.complex64))


for start in range(0, 900, 100):
    filtered(signal[start:])
