import numpy as np
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])

model.summary()
loss_fn = tf.keras.losses.MeanSquaredError()

with strategy.scope():
    # The loss is defined right above.
    model.compile(optimizer=tf.keras.optimizers.RMSprop(1e-3), loss=loss_fn)
model.fit(np.ones((16, 4)), np.ones((16, 1)), epochs=1)
