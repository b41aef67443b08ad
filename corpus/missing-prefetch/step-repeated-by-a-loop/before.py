import tensorflow as tf

base = tf.data.Dataset.from_tensor_slices((x, y)).batch(64)
dataset = base
for epoch in range(10):
    if epoch == 5:
        dataset = base.shuffle(100)
    model.fit(dataset)
