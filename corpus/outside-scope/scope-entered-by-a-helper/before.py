import tensorflow as tf

from utils import get_strategy_scope

strategy = tf.distribute.MirroredStrategy()
print(strategy.num_replicas_in_sync)
with get_strategy_scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
