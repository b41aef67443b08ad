import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
ALPHA = 0.2
rate = 0.1


@tf.function
def step(x, alpha, training, warm):
    return alpha * model(x, training=training) if warm else model(x)


x = tf.ones((8, 4))
for i in range(1000):
    step(x, ALPHA, True, i < 10)
    step(x, rate, i % 2 == 0, False)
    step(x, 0.1 if i < 500 else 0.01, True, True)
    step(x, x.shape[0], True, True)
