import tensorflow as tf

items = tf.keras.Input((20, 8))
scores = tf.keras.layers.Dense(1)(items)
outputs = tf.keras.layers.Flatten()(scores)  # one score for each of the 20 items
model = tf.keras.Model(items, outputs)
model.compile("adam", tf.keras.losses.CategoricalCrossentropy(from_logits=True))
