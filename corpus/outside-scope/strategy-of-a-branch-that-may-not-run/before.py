import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
if len(gpus) > 1:
    strategy = tf.distribute.MirroredStrategy()
    print(strategy.num_replicas_in_sync)

model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
