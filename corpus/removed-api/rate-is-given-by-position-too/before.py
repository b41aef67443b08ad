import tensorflow as tf

optimizer = tf.keras.optimizers.Adam(0.1, lr=0.2)
