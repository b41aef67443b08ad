import tensorflow as tf


class Hits(tf.keras.metrics.Metric):
    def __init__(self, name="hits", **kwargs):
        super().__init__(name=name, **kwargs)
        self.hits = self.add_weight(name="hits", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.hits.assign_add(tf.reduce_sum(tf.cast(y_true == y_pred, tf.float32)))

    def result(self):
        return self.hits

    def reset_state(self):
        """Back to zero."""
        self.hits.assign(0.0)


hits = Hits()
hits.reset_state()
