import numpy as np
import tensorflow as tf


class Net(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        loss = tf.reduce_mean(tf.square(y - self(x)))
        return {"loss": loss.numpy()}


net = Net()
net.compile("adam", run_eagerly=True)
