import tensorflow as tf

for step in tf.data.Dataset.range(1000):
    train_step(step)
for example in tf.data.Dataset.from_tensor_slices(examples):
    train_step(example)
