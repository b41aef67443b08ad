import numpy as np
import tensorflow as tf


class Net(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(y=y, y_pred=y_pred)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        # the metrics
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        y_pred = self(x, training=False)
        loss = self.compute_loss(y=y, y_pred=y_pred)
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}


tf.keras.utils.set_random_seed(1)
x = np.random.rand(32, 4).astype("float32")
inputs = tf.keras.Input((4,))
model = Net(inputs, tf.keras.layers.Dense(1)(inputs))
model.compile(optimizer="sgd", loss="mse", metrics=["mae"])
model.fit(x, x.sum(axis=1, keepdims=True), epochs=40, verbose=0)
