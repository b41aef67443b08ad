import tensorflow as tf


@tf.function
def my_loss(y_true, y_pred):
    loss = tf.reduce_mean(tf.abs(y_true - y_pred))
    print("loss", loss)  # 调试
    return loss


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss=my_loss)
model.fit(tf.ones([8, 2]), tf.ones([8, 1]))
