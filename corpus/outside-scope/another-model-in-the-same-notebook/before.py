import tensorflow as tf

# a baseline on one device
baseline = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
baseline.compile("adam", "mse")
baseline.fit(tf.ones((8, 4)), tf.ones((8, 1)))

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))

# 导出用的副本
export = tf.keras.models.clone_model(baseline)
export.compile("sgd", "mse")
