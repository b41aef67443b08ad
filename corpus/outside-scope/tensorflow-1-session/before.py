import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
strategy = tf.distribute.MirroredStrategy()
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
with strategy.scope():
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
