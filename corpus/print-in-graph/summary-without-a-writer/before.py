import tensorflow as tf

step = tf.Variable(0, dtype=tf.int64)


@tf.function
def evaluate(x):
    accuracy = tf.reduce_mean(x)
    print("accuracy:", accuracy)


evaluate(tf.ones((3,)))
