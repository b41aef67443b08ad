import tensorflow as tf

history = {"loss": []}


class Trainer:
    def __init__(self):
        self.logs = {}
        self.seen = set()

    @tf.function
    def step(self, x: tf.Tensor):
        loss = tf.reduce_mean(x)
        self.logs["loss"] = loss
        self.logs.update({"again": loss})
        self.seen.update([loss])
        history["loss"].append(loss)
        return loss

    def report(self):
        print(self.logs, self.seen, history)
