import tensorflow as tf

features, labels = load()
dataset = tf.data.Dataset.from_tensor_slices((features, labels))
# Keep it in memory.
dataset = dataset.cache()  # 缓存
dataset = dataset.repeat()
dataset = dataset.batch(64)
model.fit(dataset, steps_per_epoch=100, epochs=10)
