import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
loss_fn = tf.keras.losses.MeanAbsoluteError()


@tf.function
def train_step(x, y, step):
    loss = loss_fn(y, model(x))
    # 每一百步打印一次
    if step % 100 == 0:
        tf.print("loss", loss)
    return loss


x = tf.ones((8, 4))
y = tf.zeros((8, 2))
for step in range(1000):
    train_step(x, y, step)
