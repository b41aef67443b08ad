import tensorflow as tf


def devices():
    if hasattr(tf.config, "list_physical_devices"):
        return tf.config.list_physical_devices("GPU")
    return tf.config.experimental.list_physical_devices("GPU")


AUTOTUNE = getattr(tf.data, "AUTOTUNE", tf.data.experimental.AUTOTUNE)
