import tensorflow as tf
from tensorflow.data import Dataset

train = Dataset.from_tensor_slices((x, y)).batch(32).prefetch(tf.data.AUTOTUNE)
model.fit(train)
