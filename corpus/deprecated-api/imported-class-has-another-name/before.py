import tensorflow as tf
from tensorflow.config.experimental import VirtualDeviceConfiguration

gpus = tf.config.experimental.list_physical_devices("GPU")
if gpus:
    tf.config.experimental.set_virtual_device_configuration(gpus[0], [VirtualDeviceConfiguration(memory_limit=1024)])
