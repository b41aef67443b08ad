import tensorflow as t

ds = (
    t.data.TFRecordDataset(files)
    .batch(32)
    .prefetch(
        buffer_size=t.data.AUTOTUNE,  # batches
    )
)
