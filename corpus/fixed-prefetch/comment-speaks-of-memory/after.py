import tensorflow as tf

ds = (
    tf.data.TFRecordDataset(volumes)
    .batch(2)
    # 3D volumes: more than one batch does not fit in RAM
    .prefetch(tf.data.AUTOTUNE)
)
per_device = tf.data.Dataset.range(8).batch(2).prefetch(tf.data.AUTOTUNE)  # 2 batches per device
