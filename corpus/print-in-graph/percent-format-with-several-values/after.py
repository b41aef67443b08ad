import sys

import numpy as np
import tensorflow as tf

data = np.random.rand(64, 4).astype("float32")
target = np.random.rand(64, 1).astype("float32")
w = tf.Variable(tf.zeros((4, 1)))

@tf.function
def step(x, y):
    error = tf.matmul(x, w) - y
    loss = tf.reduce_mean(tf.square(error))
    mae = tf.reduce_mean(tf.abs(error))
    tf.print(
        tf.strings.join([
            'mse=',
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=3),
            ' mae=',
            tf.strings.as_string(tf.cast(mae, tf.float64), precision=3, scientific=True, width=8),
            ' (100%)',
        ]),
        output_stream=sys.stdout,
    )
    tf.print('mse=', loss, sep='', output_stream=sys.stdout)
    tf.print('rows:', tf.cast(tf.shape(x)[0], tf.int64), output_stream=sys.stdout)
    tf.print('mae: ', mae, '!', sep='', output_stream=sys.stdout)
    return loss

for start in range(0, 64, 16):
    step(data[start:start + 16], target[start:start + 16])
