import tensorflow as tf


@tf.function
def run(dataset: tf.data.Dataset):
    for x in dataset:
        powers = []
        for exponent in range(3):
            powers.append(tf.pow(tf.cast(x, tf.float32), exponent))
        tf.print(tf.stack(powers))


run(tf.data.Dataset.range(3))
