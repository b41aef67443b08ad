import tensorflow as tf

DEPTH = 3
strategy = tf.distribute.MirroredStrategy()

model = tf.keras.Sequential()
model.add(tf.keras.Input((4,)))
for units in range(DEPTH):
    # each layer is wider than the last
    model.add(tf.keras.layers.Dense(8 * (units + 1), activation="relu"))
model.add(tf.keras.layers.Dense(1))

with strategy.scope():
    model.compile("sgd", "mse")

model.fit(tf.ones((16, 4)), tf.ones((16, 1)))
