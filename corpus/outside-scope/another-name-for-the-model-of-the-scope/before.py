import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])

parallel_model = model
with strategy.scope():
    parallel_model.compile("adam", "mse")
parallel_model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
