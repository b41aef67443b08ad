import tensorflow as tf
import os

tf.random.set_seed(1)
tf.keras.mixed_precision.set_global_policy("mixed_float16")
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
print(tf.config.list_physical_devices("GPU"))
