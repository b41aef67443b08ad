import backtrader as bt
import tensorflow as tf


class CrossOver(bt.Strategy):
    def scope(self):
        return self.position


strategy = CrossOver()
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
with strategy.scope():
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
