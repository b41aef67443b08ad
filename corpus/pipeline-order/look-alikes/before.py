import random

import numpy as np
import pandas as pd
import tensorflow as tf

dataset = tf.data.Dataset.range(3)
session.query(User).batch(10).shuffle(3)
frame = pd.read_csv("x.csv").repeat(3).shuffle(3)
model.fit(loader.batch(32).prefetch(2).map(f).cache())
