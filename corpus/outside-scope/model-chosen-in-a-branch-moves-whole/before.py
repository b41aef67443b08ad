import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--arch", default="mobilenet")
args = parser.parse_args()

strategy = tf.distribute.MirroredStrategy()

if args.arch == "mobilenet":
    model = tf.keras.applications.MobileNetV2(weights=None, classes=10)  # small
else:
    model = tf.keras.applications.ResNet50(weights=None, classes=10)
with strategy.scope():
    model.compile("adam", "sparse_categorical_crossentropy")

model.fit(make_dataset(), epochs=90)
