import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
x = tf.ones((8, 4))


@tf.function
def corrected(x, step):
    return model(x) / (1 - 0.999**step)


for step in range(1, 1000):
    corrected(x, step)
