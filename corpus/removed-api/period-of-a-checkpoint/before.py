import tensorflow as tf

checkpoint = tf.keras.callbacks.ModelCheckpoint("model.keras", period=5)
