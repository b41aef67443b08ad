import tensorflow as tf
from augmentations import random_flip

train = tf.data.Dataset.from_tensor_slices(x).map(random_flip).cache().batch(8)
model.fit(train, epochs=3)
