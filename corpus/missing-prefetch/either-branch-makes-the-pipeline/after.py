import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--augment", action="store_true")
args = parser.parse_args()

dataset = tf.data.Dataset.list_files("images/*.png").map(load_image, num_parallel_calls=tf.data.AUTOTUNE)
if args.augment:
    dataset = dataset.map(augment, num_parallel_calls=tf.data.AUTOTUNE).batch(8)
else:
    dataset = dataset.batch(32)
dataset = dataset.prefetch(tf.data.AUTOTUNE)
model.fit(dataset, epochs=5)
model.evaluate(dataset)
