import tensorflow as tf

strategy = tf.distribute.get_strategy()
BATCH = 16 * strategy.num_replicas_in_sync
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
with strategy.scope():
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)), batch_size=BATCH)
