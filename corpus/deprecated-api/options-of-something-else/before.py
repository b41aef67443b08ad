import tensorflow as tf

from settings import Options

options = Options()
options.experimental_deterministic = False
print(tf.__version__, options)
