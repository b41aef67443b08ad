import tensorflow as tf

batches = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
print(len(batches))
model.fit(batches.shuffle(100), epochs=3)
