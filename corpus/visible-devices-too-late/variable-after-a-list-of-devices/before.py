import os

import tensorflow as tf

print("GPUs:", tf.config.list_physical_devices("GPU"))
os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # 使用第二块显卡

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
