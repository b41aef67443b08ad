import tensorflow as tf

optimizer = tf.keras.optimizers.SGD(learning_rate=0.1, decay=1e-4)
plateau = tf.keras.callbacks.ReduceLROnPlateau(factor=0.5)
