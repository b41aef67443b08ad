import tensorflow as tf

import exporter


def train(path, dataset):
    strategy = tf.distribute.MirroredStrategy()
    if path is None:
        exporter.prepare()
        model = tf.keras.applications.MobileNetV2(weights=None)
    else:
        model = tf.keras.models.load_model(path)
    with strategy.scope():
        model.compile("adam", "categorical_crossentropy")
    model.fit(dataset)
