import numpy as np
import tensorflow as tf

import tokenizer


def rotate(image):
    return np.rot90(image, np.random.randint(4))


def count(image):
    return image * 2


ds = tf.data.Dataset.from_tensor_slices(images)
ds = ds.map(lambda x: tf.numpy_function(rotate, [x], tf.float32))
ds = ds.map(lambda x: tf.py_function(tokenizer.encode, [x], tf.int64))
ds = ds.map(lambda x: tf.py_function(func=count, inp=[x], Tout=tf.float32))
