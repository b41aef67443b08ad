import argparse

import tensorflow as tf
from tensorflow.keras import layers

parser = argparse.ArgumentParser()
parser.add_argument("--fp16", action="store_true")
args = parser.parse_args()

policy = tf.keras.mixed_precision.Policy("mixed_float16" if args.fp16 else "float32")
tf.keras.mixed_precision.set_global_policy(policy)

inputs = tf.keras.Input((32, 32, 3))
x = layers.Conv2D(16, 3, activation="relu")(inputs)
x = layers.GlobalAveragePooling2D()(x)
outputs = layers.Dense(1, activation="sigmoid", dtype="float32")(x)
model = tf.keras.Model(inputs=[inputs], outputs=[outputs])
model.compile("adam", "binary_crossentropy")
