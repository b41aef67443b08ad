import os

import tensorflow as tf

x = tf.ones((2, 2))
print(os.environ["CUDA_VISIBLE_DEVICES"], os.environ.get("CUDA_VISIBLE_DEVICES"))
