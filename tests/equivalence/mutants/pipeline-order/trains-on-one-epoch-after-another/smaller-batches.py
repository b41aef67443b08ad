import tensorflow as tf

x = tf.repeat(tf.random.stateless_normal((1, 8), seed=(1, 2)), 320, axis=0)
x += tf.random.stateless_normal((320, 8), seed=(3, 4), stddev=0.002)
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
train = tf.data.Dataset.from_tensor_slices((x, y)).cache().shuffle(320, seed=3).batch(16)

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.001), "mse")
model.fit(train, epochs=4, verbose=0)
