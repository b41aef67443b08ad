import argparse
import os

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
dataset = tf.data.Dataset.range(100).batch(10)
os.environ["CUDA_VISIBLE_DEVICES"] = str(args.gpu)
for batch in dataset:
    print(batch)
