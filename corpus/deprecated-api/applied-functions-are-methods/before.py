import tensorflow as tf
from tensorflow.data.experimental import unbatch

dataset = tf.data.Dataset.range(100).batch(7).apply(unbatch())
windows = dataset.apply(
    tf.data.experimental.group_by_window(lambda x: x % 2, lambda key, part: part.batch(4), window_size=4)
)
counted = dataset.apply(tf.data.experimental.enumerate_dataset(start=1))
size = tf.data.experimental.cardinality(windows)
both = tf.data.experimental.choose_from_datasets([dataset, windows], tf.data.Dataset.range(2))
