import tensorflow as tf
from mylib import data, config

auto = data.experimental.AUTOTUNE
gpus = config.experimental.list_physical_devices("GPU")
print(tf.constant(auto), gpus)
