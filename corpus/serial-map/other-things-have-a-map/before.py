import multiprocessing

import pandas as pd
import tensorflow as tf

frame = pd.read_csv("a.csv")
frame["label"] = frame["label"].map(lambda x: tf.square(x))
with multiprocessing.Pool() as pool:
    squares = pool.map(lambda x: x * x, range(3))
doubled = tf.map_fn(lambda x: x * 2, tf.range(3))
tripled = list(map(lambda x: x * 3, [1, 2]))
