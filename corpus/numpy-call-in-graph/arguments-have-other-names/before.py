import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([2, 3], tf.float32)])
def arrange(x):
    x = np.clip(x, a_min=0.0, a_max=1.0)
    x = np.clip(x, 0.1, 0.9)
    t = np.transpose(x, axes=(1, 0))
    both = np.concatenate([x, x])
    wide = np.concatenate((x, x), axis=1)
    pair = np.stack([x, x], axis=-1)
    return np.expand_dims(t, 0), both, wide, pair
