import tensorflow as t

ds = (
    t.data.TFRecordDataset(files)
    .batch(32)
    .prefetch(
        buffer_size=64,  # batches
    )
)
