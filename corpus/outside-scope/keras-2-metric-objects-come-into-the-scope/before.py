import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
optimizer = tf.keras.optimizers.Adam()
metrics = [tf.keras.metrics.AUC(name="auc"), tf.keras.metrics.Precision()]

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid", input_shape=(4,))])
    model.compile(optimizer=optimizer, loss="binary_crossentropy", metrics=metrics)

model.fit(tf.ones((16, 4)), tf.ones((16, 1)))
