import tensorflow as tf

device = "/gpu:0" if bool(tf.config.list_physical_devices("GPU")) else "/cpu:0"
