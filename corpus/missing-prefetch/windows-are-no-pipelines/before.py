import tensorflow as tf

series = tf.data.Dataset.range(100).window(10, shift=1, drop_remainder=True)
series = series.flat_map(lambda window: window.batch(10))
series = series.prefetch(tf.data.AUTOTUNE)
for part in series:
    train_step(part)
