import tensorflow as tf
from tensorflow.config import LogicalDeviceConfiguration

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_logical_device_configuration(gpus[0], [LogicalDeviceConfiguration(memory_limit=1024)])
