import tensorflow as tf

scale = tf.keras.layers.Rescaling(1 / 127.5, offset=-1)
