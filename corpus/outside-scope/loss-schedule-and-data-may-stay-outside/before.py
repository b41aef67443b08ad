import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
dataset = tf.data.Dataset.from_tensors((tf.ones((8, 4)), tf.ones((8, 1))))
loss = tf.keras.losses.MeanSquaredError()
schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 100, 0.9)
metric = tf.keras.metrics.MeanAbsoluteError()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(schedule), loss, metrics=[metric])
model.fit(dataset)
