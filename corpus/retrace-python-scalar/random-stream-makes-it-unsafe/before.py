import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])


@tf.function
def noisy(x, scale):
    return model(x) + scale * tf.random.normal((8, 2))


x = tf.ones((8, 4))
for i in range(20):
    noisy(x, i / 20)
