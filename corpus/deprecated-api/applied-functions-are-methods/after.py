import tensorflow as tf
from tensorflow.data.experimental import unbatch

dataset = tf.data.Dataset.range(100).batch(7).unbatch()
windows = dataset.group_by_window(lambda x: x % 2, lambda key, part: part.batch(4), window_size=4)
counted = dataset.enumerate(1)
size = windows.cardinality()
both = tf.data.Dataset.choose_from_datasets([dataset, windows], tf.data.Dataset.range(2), stop_on_empty_dataset=False)
