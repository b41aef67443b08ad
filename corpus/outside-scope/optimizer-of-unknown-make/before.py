import tensorflow as tf
import tensorflow_addons as tfa

strategy = tf.distribute.MirroredStrategy()
optimizer = tfa.optimizers.AdamW(learning_rate=1e-4, weight_decay=1e-4)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.compile(optimizer=optimizer, loss="mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
