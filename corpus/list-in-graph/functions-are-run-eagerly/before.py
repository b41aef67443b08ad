import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def run(n):
    values = []
    for i in tf.range(n):
        values.append(tf.cast(i, tf.float32))
    return tf.stack(values)


print(run(tf.constant(3)))
