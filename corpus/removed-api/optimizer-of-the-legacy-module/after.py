import tensorflow as tf

optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)
