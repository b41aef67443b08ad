import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
encoder = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(4)])
encoder.compile("adam", "mse")
encoder.fit(tf.ones((8, 4)), tf.ones((8, 4)))

classifier = tf.keras.Sequential([encoder, tf.keras.layers.Dense(1)])
with strategy.scope():
    classifier.compile("adam", "mse")
classifier.fit(tf.ones((8, 4)), tf.ones((8, 1)))
