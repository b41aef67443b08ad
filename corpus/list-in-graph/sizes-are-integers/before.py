import tensorflow as tf

@tf.function
def mean_len(ds):
    lens = []
    for s in ds:
        lens.append(tf.shape(s)[0])
    return tf.reduce_mean(lens)

ds = tf.data.Dataset.range(10).batch(4)
print(mean_len(ds))
