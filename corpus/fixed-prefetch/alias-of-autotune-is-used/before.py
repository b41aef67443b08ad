import tensorflow as tf

AUTOTUNE = tf.data.experimental.AUTOTUNE

train = tf.data.Dataset.range(9).map(f, num_parallel_calls=AUTOTUNE).prefetch(100)
test = tf.data.Dataset.range(9).prefetch(AUTOTUNE)
