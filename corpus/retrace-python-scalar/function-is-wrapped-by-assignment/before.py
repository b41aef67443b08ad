import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
loss_fn = tf.keras.losses.MeanAbsoluteError()


def loss_at(x, y, temperature):
    return loss_fn(y, tf.nn.softmax(model(x) / temperature))


fast_loss = tf.function(loss_at)
x = tf.ones((8, 4))
y = tf.zeros((8, 2))
for temperature in [5.0, 4.0, 3.0, 2.0, 1.0, 0.5]:
    print(float(fast_loss(x, y, temperature)))
    print(float(loss_at(x, y, temperature)))
