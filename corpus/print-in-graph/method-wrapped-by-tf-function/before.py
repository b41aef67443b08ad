import tensorflow as tf


class Trainer:
    def __init__(self, learning_rate=0.1):
        self.weight = tf.Variable([[1.0]])
        self.learning_rate = learning_rate
        self._step = tf.function(self._train)

    def _train(self, x):
        loss = tf.reduce_sum(tf.matmul(x, self.weight))
        print("loss", loss, "weight", self.weight)
        self._report(loss)
        return loss

    def _report(self, value):
        scaled = tf.multiply(value, 2.0)
        print(f"twice: {scaled:.1f}")

    def fit(self, batches):
        for batch in batches:
            self._step(batch)


Trainer().fit([tf.ones((2, 1))])
