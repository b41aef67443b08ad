import os

os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # 使用第二块显卡
import tensorflow as tf

print("GPUs:", tf.config.list_physical_devices("GPU"))

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
