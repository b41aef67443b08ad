import tensorflow as tf

probe = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).take(64).cache()
for epoch in range(3):
    for features, labels in probe.batch(8):
        check(features, labels)
