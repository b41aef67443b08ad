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
    print('mse=%.3f mae=%8.3e (100%%)' % (loss, mae))
    print('mse=%s' % loss)
    print('rows: %d' % tf.shape(x)[0])
    print('%(name)s: %(value)s!' % {'name': 'mae', 'value': mae})
    return loss

for start in range(0, 64, 16):
    step(data[start:start + 16], target[start:start + 16])
