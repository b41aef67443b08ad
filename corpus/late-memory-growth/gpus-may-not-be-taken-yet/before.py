import sys

import tensorflow as tf

if "--demo" in sys.argv:
    print(tf.reduce_sum(tf.ones((2, 2))))
for name in sys.argv[1:]:
    print(tf.constant(name))
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
