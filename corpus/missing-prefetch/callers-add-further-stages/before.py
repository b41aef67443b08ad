import tensorflow as tf


def _records(path):
    dataset = tf.data.TFRecordDataset(path)
    return dataset.map(parse, num_parallel_calls=tf.data.AUTOTUNE).batch(8)


train = _records("train").shuffle(100).prefetch(tf.data.AUTOTUNE)
for batch in _records("test"):
    evaluate(batch)
model.fit(train)
