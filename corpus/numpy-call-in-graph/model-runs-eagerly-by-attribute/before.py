import tensorflow as tf


class Logger(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        loss = tf.reduce_mean(tf.square(y - self(x)))
        self.seen = loss.numpy()
        return {"loss": loss}


net = Logger()
net.compile("adam")
net.run_eagerly = True
