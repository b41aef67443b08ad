import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)

model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(1)])
with strategy.scope():
    inputs = tf.keras.Input((8,))
    model.compile(tf.keras.optimizers.Adam(0.01), "mse")

model.fit(dataset, epochs=4, verbose=0)
