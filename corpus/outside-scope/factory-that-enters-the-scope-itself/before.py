import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()


def get_model():
    with strategy.scope():
        return tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])


model = get_model()
with strategy.scope():
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
