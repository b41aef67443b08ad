import tensorflow as tf

strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
optimizer = tf.keras.optimizers.Adam(0.01)
x, y = tf.ones([16, 4]), tf.ones([16, 1])

# 基线模型
baseline = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
baseline.compile(optimizer, "mse")
baseline.fit(x, y, verbose=0)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
model.fit(x, y, verbose=0)
