import numpy as np
import tensorflow as tf


@tf.function
def loss_of(y, p):
    error = tf.square(
        y - p  # the residual
    )
    return np.sum(  # 求和
        np.sqrt(
            tf.cast(error, tf.float32),  # 平方根
        ),
        axis=0,
    )


loss_of(tf.ones(3), tf.zeros(3))
