import tensorflow as tf

print("GPU:", tf.test.is_gpu_available())
