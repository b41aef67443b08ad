import tensorflow as tf

batched = tf.data.Dataset.from_tensor_slices((x, y)).batch(64)
shuffled = batched.shuffle(100)
for epoch in range(3):
    for features, labels in shuffled:
        train_step(features, labels)
