import tensorflow as tf

for batch in tf.data.Dataset.range(10).batch(3):
    print(batch.numpy())

checked = tf.data.Dataset.range(10).batch(5)
for batch in checked:
    assert batch.shape == (5,)
