import tensorflow as tf

dataset = tf.data.Dataset.range(10).batch(2)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
try:
    model.fit(dataset, validation_split=0.2)
except ValueError as error:
    print(error)
