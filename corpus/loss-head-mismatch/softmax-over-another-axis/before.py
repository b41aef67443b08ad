import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(10), tf.keras.layers.Softmax(axis=1)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
