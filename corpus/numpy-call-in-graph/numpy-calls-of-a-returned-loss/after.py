import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def evaluate(x, y):
    loss = loss_fn(y, model(x, training=False))
    # 返回标量
    return loss, loss  # Python numbers


evaluate(tf.ones((4, 3)), tf.ones((4, 1)))
