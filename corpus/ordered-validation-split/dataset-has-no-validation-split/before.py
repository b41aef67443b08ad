import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(loss="mse")
model.fit(dataset, epochs=3, validation_split=0.2)
