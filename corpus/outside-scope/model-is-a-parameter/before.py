import tensorflow as tf


def train(model, dataset, optimizer=None):
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model.compile(optimizer or "adam", "mse")
    model.fit(dataset)
