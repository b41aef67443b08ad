import tensorflow as tf

device = "/gpu:0" if tf.test.is_gpu_available() else "/cpu:0"
