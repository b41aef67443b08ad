import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
x = tf.ones((8, 4))


@tf.function
def blended(x, low, high):
    outputs = model(x)
    return tf.clip_by_value(outputs, -low, high) * low


for i in range(50):
    blended(x, i / 50, 1.0 + i)
