import tensorflow as tf

ds = (
    tf.data.TFRecordDataset(volumes)
    .batch(2)
    # 3D volumes: more than one batch does not fit in RAM
    .prefetch(1)
)
per_device = tf.data.Dataset.range(8).batch(2).prefetch(2)  # 2 batches per device
