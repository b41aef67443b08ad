import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([2, 3], tf.float32)])
def arrange(x):
    x = tf.clip_by_value(x, 0.0, 1.0)
    x = tf.clip_by_value(x, 0.1, 0.9)
    t = tf.transpose(x, (1, 0))
    both = tf.concat([x, x], axis=0)
    wide = tf.concat((x, x), axis=1)
    pair = tf.stack([x, x], axis=-1)
    return tf.expand_dims(t, 0), both, wide, pair
