import tensorflow as tf

mean = tf.keras.metrics.Mean()


@tf.function
def update(values):
    mean.update_state(values)
    total = tf.reduce_sum(values)
    print(f"mean {mean.result()} total {total}")
    print(f"{total}")
    print(f"[{total}] of {mean.result()}, {len(values.shape)} axes")


update(tf.constant([1.0, 2.0]))
update(tf.constant([3.0, 4.0]))
