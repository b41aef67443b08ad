import tensorflow as tf


@tf.function
def run(n):
    scores = []
    for i in tf.range(n):
        scores.append(score(i))
    return tf.reduce_mean(scores)


def score(i):
    return tf.gather(tf.constant([1.0, 2.0, 3.0, 4.0]), i)


print(run(tf.constant(3)))
