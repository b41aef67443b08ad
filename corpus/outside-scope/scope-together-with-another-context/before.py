import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
with strategy.scope(), tf.device("/gpu:0"):
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
