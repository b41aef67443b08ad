import tensorflow as tf

def load(files):
    return tf.data.TFRecordDataset(files).map(parse).batch(8)
