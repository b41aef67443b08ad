import sys

import tensorflow as tf


class Logger:
    """屏幕和文件同时输出"""

    def __init__(self, path):
        self.terminal = sys.stdout
        self.log = open(path, "w")

    def write(self, message):
        self.terminal.write(message)
        self.log.write(message)

    def flush(self):
        self.log.flush()


@tf.function
def train_step(x):
    loss = tf.reduce_mean(x)
    print("loss", loss)
    return loss


if __name__ == "__main__":
    sys.stdout = Logger("train.log")
    train_step(tf.ones(2))
