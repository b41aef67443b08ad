import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices(rows).batch(32)
for batch in dataset:
    step(batch)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
