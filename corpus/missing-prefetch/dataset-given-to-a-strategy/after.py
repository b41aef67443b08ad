import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
global_batch = 64 * strategy.num_replicas_in_sync

train_dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(1000).batch(global_batch).prefetch(tf.data.AUTOTUNE)
test_dataset = tf.data.Dataset.from_tensor_slices((test_images, test_labels)).batch(global_batch).prefetch(tf.data.AUTOTUNE)

train_dist = strategy.experimental_distribute_dataset(train_dataset)
test_dist = strategy.experimental_distribute_dataset(test_dataset)
