import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation=tf.nn.softmax)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
