import tensorflow as tf
from tensorflow.keras import layers

normalization_layer = layers.Rescaling(1.0 / 255)
train_ds = tf.keras.utils.image_dataset_from_directory("flowers")
train_ds = train_ds.map(lambda x, y: (normalization_layer(x), y), num_parallel_calls=tf.data.AUTOTUNE)
