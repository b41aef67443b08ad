import sys
import time

import tensorflow as tf


class Loop:
    def __init__(self):
        self.epoch = 0

    @tf.function
    def step(self, x):
        loss = tf.reduce_mean(x)
        tf.print(
            tf.strings.join([
                "epoch ",
                tf.strings.format("{}", [self.epoch]),
                ": ",
                tf.strings.as_string(tf.cast(loss, tf.float64), precision=3),
            ]),
            output_stream=sys.stdout,
        )
        tf.print(time.time(), loss, output_stream=sys.stdout)
        return loss

    def run(self, ds):
        for self.epoch in range(3):
            for x in ds:
                self.step(x)
