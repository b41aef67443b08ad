import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("-nodes", type=int, default=1)
args = parser.parse_args()

strategy = tf.distribute.MultiWorkerMirroredStrategy()
model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
if args.nodes > 1:
    with strategy.scope():
        model.compile("adam", "mse")
else:
    model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)))
