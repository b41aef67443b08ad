from tensorflow.data import Dataset
from tensorflow import math as tfm

ds = Dataset.range(8).map(tfm.square)
