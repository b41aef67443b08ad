import tensorflow as tf


def create_model():
    return tf.keras.Sequential([
        tf.keras.layers.Input((4,)),
        tf.keras.layers.Dense(1),
    ])


def train(dataset):
    gpus = tf.config.list_physical_devices("GPU")
    strategy = tf.distribute.MirroredStrategy([gpu.name[-5:] for gpu in gpus])
    with strategy.scope():
        model = create_model()
        optimizer = tf.keras.optimizers.Adam(1e-3)
        model.compile(optimizer=optimizer, loss="mse")
    return model.fit(dataset, epochs=10)


train(tf.data.Dataset.from_tensors((tf.ones((8, 4)), tf.ones((8, 1)))))
