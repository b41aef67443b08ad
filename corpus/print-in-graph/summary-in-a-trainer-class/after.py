import tensorflow as tf


class Trainer:
    def __init__(self, logdir):
        self.writer = tf.summary.create_file_writer(logdir)
        self.optimizer = tf.keras.optimizers.SGD(0.1)
        self.w = tf.Variable(1.0)

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.w * x))
        self.optimizer.apply_gradients([(tape.gradient(loss, self.w), self.w)])
        with self.writer.as_default():
            tf.summary.scalar("loss", loss, step=self.optimizer.iterations)
