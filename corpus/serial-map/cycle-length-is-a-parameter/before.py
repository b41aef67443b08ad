import tensorflow as tf


def records(files, cycle_length, readers=8):
    files = tf.data.Dataset.from_tensor_slices(files)
    ds = files.interleave(tf.data.TFRecordDataset, cycle_length=cycle_length)
    return ds, files.interleave(tf.data.TFRecordDataset, cycle_length=readers, num_parallel_calls=readers)
