import sys

import tensorflow as tf


class Trainer:
    def __init__(self, learning_rate=0.1):
        self.weight = tf.Variable([[1.0]])
        self.learning_rate = learning_rate
        self._step = tf.function(self._train)

    def _train(self, x):
        loss = tf.reduce_sum(tf.matmul(x, self.weight))
        tf.print("loss", loss, "weight", self.weight, output_stream=sys.stdout)
        self._report(loss)
        return loss

    def _report(self, value):
        scaled = tf.multiply(value, 2.0)
        tf.print(
            tf.strings.join([
                "twice: ",
                tf.strings.as_string(tf.cast(scaled, tf.float64), precision=1),
            ]),
            output_stream=sys.stdout,
        )

    def fit(self, batches):
        for batch in batches:
            self._step(batch)


Trainer().fit([tf.ones((2, 1))])
