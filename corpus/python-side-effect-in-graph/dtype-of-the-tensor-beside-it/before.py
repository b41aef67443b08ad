import numpy as np
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")


@tf.function
def jitter(x: tf.Tensor):
    return x * np.random.uniform(0.9, 1.1) + np.random.randn(*x.shape) * 0.5
