import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
g_optimizer = tf.keras.optimizers.Adam()
d_optimizer = tf.keras.optimizers.Adam()


@tf.function
def step(fake, real):
    d_loss = tf.reduce_mean(fake - real)
    print("d_loss", d_loss)


with writer.as_default():
    step(tf.ones((2,)), tf.zeros((2,)))
