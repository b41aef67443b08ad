import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
global_step = tf.Variable(0, dtype=tf.int64)


@tf.function
def evaluate(x):
    accuracy = tf.reduce_mean(x)
    print(f"step {global_step}: accuracy {accuracy:.3f}")
    print(accuracy)
    global_step.assign_add(1)


with writer.as_default():
    evaluate(tf.ones((3,)))
