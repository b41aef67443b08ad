import tensorflow as tf

optimizer = tf.keras.optimizers.Adam(learning_rate=1e-3)
optimizer.learning_rate = 1e-4
metric = tf.keras.metrics.Mean()
metric.reset_state()
model = tf.keras.Sequential([tf.keras.layers.Rescaling(1 / 255), tf.keras.layers.Dense(1)])
model.compile(optimizer, "mse", steps_per_execution=4)
