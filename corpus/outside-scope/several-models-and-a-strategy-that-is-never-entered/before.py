import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
small = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
small.compile("adam", "mse")
large = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(64), tf.keras.layers.Dense(1)])
large.compile("adam", "mse")
for model in (small, large):
    print(model.count_params())
small.fit(tf.ones((8, 4)), tf.ones((8, 1)))
large.fit(tf.ones((8, 4)), tf.ones((8, 1)))
