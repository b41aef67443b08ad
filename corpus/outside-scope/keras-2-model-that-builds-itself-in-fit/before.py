import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
with strategy.scope():
    model.compile("adam", "mse")
    model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
