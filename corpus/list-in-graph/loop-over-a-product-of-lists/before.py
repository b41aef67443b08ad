import tensorflow as tf

heads = tf.keras.Model(*[(i := tf.keras.Input((2,))), [tf.keras.layers.Dense(1)(i), tf.keras.layers.Dense(1)(i)]])


@tf.function
def run(x):
    sums = []
    for output in heads(x) + heads(2 * x):
        sums.append(tf.reduce_sum(output))
    return tf.stack(sums)


print(run(tf.ones((1, 2))).shape)
