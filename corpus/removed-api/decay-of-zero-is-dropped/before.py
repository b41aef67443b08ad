import tensorflow as tf

optimizer = tf.keras.optimizers.Adam(learning_rate=0.001, beta_1=0.9, epsilon=None, decay=0.0, amsgrad=False)
