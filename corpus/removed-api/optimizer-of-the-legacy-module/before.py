import tensorflow as tf

optimizer = tf.keras.optimizers.legacy.Adam(learning_rate=0.01)
