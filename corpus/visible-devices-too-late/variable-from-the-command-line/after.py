import argparse
import os

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
os.environ["CUDA_VISIBLE_DEVICES"] = str(args.gpu)
dataset = tf.data.Dataset.range(100).batch(10)
for batch in dataset:
    print(batch)
