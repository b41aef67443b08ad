import numpy as np
import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices(x).map(lambda a: a * np.random.rand()).cache().batch(8)
model.fit(train, epochs=3)
