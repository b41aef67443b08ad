import tensorflow as tf

low = tf.data.Dataset.list_files("low/*.png", shuffle=False).map(load, num_parallel_calls=4).batch(8)
high = tf.data.Dataset.list_files("high/*.png", shuffle=False).map(load, num_parallel_calls=4).batch(8)
pairs = tf.data.Dataset.zip((low, high)).prefetch(tf.data.AUTOTUNE)

positive = tf.data.Dataset.from_tensor_slices(pos).repeat().batch(4)
negative = tf.data.Dataset.from_tensor_slices(neg).repeat().batch(4)
mixed = tf.data.Dataset.sample_from_datasets([positive, negative], weights=[0.5, 0.5]).prefetch(tf.data.AUTOTUNE)
longer = positive.concatenate(negative).prefetch(tf.data.AUTOTUNE)

for low_batch, high_batch in pairs:
    train_step(low_batch, high_batch)
model.fit(mixed)
model.fit(longer)
for batch in positive:
    look(batch)
