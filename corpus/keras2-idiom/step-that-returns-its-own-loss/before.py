import tensorflow as tf


class Net(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        y_pred = self(x, training=True)
        loss = self.compiled_loss(y, y_pred)
        self.compiled_metrics.update_state(y, y_pred)
        return {"loss": loss, "accuracy": self.compiled_metrics.metrics[0].result()}
