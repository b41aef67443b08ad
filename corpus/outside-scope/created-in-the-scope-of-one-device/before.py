import tensorflow as tf

one = tf.distribute.OneDeviceStrategy("CPU:0")
mirrored = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])

with one.scope():
    # Which strategy the model is meant for is for the author to say.
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
with mirrored.scope():
    model.compile("adam", "mse")
model.fit(tf.ones([16, 4]), tf.ones([16, 1]), verbose=0)
