import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()

rate = 1e-3
optimizer = tf.keras.optimizers.Adam(rate)  # 0.001
rate = rate / 10

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
model.save(f"rate-{rate}.keras")
