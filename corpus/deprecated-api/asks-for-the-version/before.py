import tensorflow as tf
from packaging import version

TF_VERSION = version.parse(tf.__version__)
if TF_VERSION < version.parse("2.4"):
    AUTOTUNE = tf.data.experimental.AUTOTUNE
else:
    AUTOTUNE = tf.data.AUTOTUNE
is_old = tf.__version__.startswith("2.3")
auto = tf.data.experimental.AUTOTUNE if is_old else tf.data.AUTOTUNE
