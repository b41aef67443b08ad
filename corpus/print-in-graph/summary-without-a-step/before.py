import tensorflow as tf

writer = tf.summary.create_file_writer("logs")


@tf.function
def evaluate(x):
    accuracy = tf.reduce_mean(x)
    print("accuracy:", accuracy)


with writer.as_default():
    evaluate(tf.ones((3,)))
