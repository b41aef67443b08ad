import tensorflow as tf

try:
    AUTOTUNE = tf.data.AUTOTUNE
except AttributeError:
    AUTOTUNE = tf.data.experimental.AUTOTUNE

try:
    from tensorflow.config import list_physical_devices
except ImportError:
    from tensorflow.config.experimental import list_physical_devices
