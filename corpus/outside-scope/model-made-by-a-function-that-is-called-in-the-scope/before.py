import tensorflow as tf


def compiled_model():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam()
    model.compile(optimizer, "mse")
    return model


def main():
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model = compiled_model()
    model.fit(tf.ones((8, 4)), tf.ones((8, 1)))


main()
