import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.kept = tf.keras.metrics.Mean(name="kept")

    def train_step(self, data):
        x, y = data
        y_pred = self(x, training=True)
        loss = self.compiled_loss(y, y_pred)
        self.kept.update_state(loss)
        self.compiled_metrics.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}
