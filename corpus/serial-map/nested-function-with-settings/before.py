import argparse

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--crop", type=int, default=10)
args = parser.parse_args()


def make(files, height=64, width=64):
    features = {"image": tf.io.FixedLenFeature([], tf.string), "label": tf.io.FixedLenFeature([], tf.int64)}

    def parse(record):
        example = tf.io.parse_single_example(record, features)
        image = tf.io.decode_raw(example["image"], tf.uint8)
        image = tf.reshape(image, [height, width, 3])
        example["image"] = image[args.crop :, args.crop :]
        return example

    return tf.data.TFRecordDataset(files).map(parse)
