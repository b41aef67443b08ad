import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--no_val", action="store_true")
args = parser.parse_args()

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    opt = tf.keras.optimizers.Adam()
    model.compile(optimizer=opt, loss="mse")

if args.no_val:
    with strategy.scope():
        model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
else:
    with strategy.scope():
        model.fit(tf.ones((8, 4)), tf.ones((8, 1)), validation_split=0.5)
