import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
strategy = tf.distribute.MirroredStrategy()
rate = 1e-3
optimizer = tf.keras.optimizers.Adam(rate)
with strategy.scope():
    model.compile(optimizer, "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
