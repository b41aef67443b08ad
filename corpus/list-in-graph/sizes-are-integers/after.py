import tensorflow as tf

@tf.function
def mean_len(ds):
    lens = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=())
    for s in ds:
        lens = lens.write(lens.size(), tf.shape(s)[0])
    return tf.reduce_mean(lens.stack())

ds = tf.data.Dataset.range(10).batch(4)
print(mean_len(ds))
