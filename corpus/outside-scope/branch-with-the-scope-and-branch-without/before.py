import tensorflow as tf


def build():
    return tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])


def main(ngpus):
    if ngpus > 1:
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = build()
            model.compile("adam", "mse")
    else:
        model = build()
        model.compile("adam", "mse")
    model.fit(tf.ones((8, 4)), tf.ones((8, 1)))


main(len(tf.config.list_physical_devices("GPU")))
