import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((features, labels))
# Refill data indefinitely.
data = data.repeat()
# Shuffle data.
data = data.shuffle(buffer_size=100)
# Batch data (aggregate images and labels together).
data = data.batch(batch_size=16)

for x, y in data:
    train_step(x, y)
