import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])


def main():
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model.compile("adam", "mse")
    model.fit(tf.ones((8, 4)), tf.ones((8, 1)))


main()
