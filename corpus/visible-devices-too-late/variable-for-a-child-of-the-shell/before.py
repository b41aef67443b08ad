import os

import tensorflow as tf

print(tf.config.list_physical_devices("GPU"))
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
os.system("python train.py")
