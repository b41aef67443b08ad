import tensorflow as tf

import preprocessing
from preprocessing import parse


def make(files, map_fn, dataset: tf.data.Dataset):
    ds = tf.data.TFRecordDataset(files)
    ds = ds.map(parse).map(preprocessing.resize).map(map_fn)
    ds = ds.map(lambda x: preprocessing.normalize(x))
    ds = ds.map(lambda x: map_fn(tf.cast(x, tf.float32)))
    return ds, dataset.map(map_fn)
