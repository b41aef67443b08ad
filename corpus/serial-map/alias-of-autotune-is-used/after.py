import tensorflow as tf

AUTOTUNE = tf.data.experimental.AUTOTUNE


@tf.function
def parse(line):
    fields = tf.io.decode_csv(line, [[0.0]] * 9)
    return tf.stack(fields[:-1]), fields[-1]


test = tf.data.TextLineDataset("test.csv").skip(1).map(parse, num_parallel_calls=AUTOTUNE).batch(8).prefetch(AUTOTUNE)
