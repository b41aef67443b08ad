import tensorflow as tf

gpus = tf.config.experimental.list_physical_devices("GPU")
try:
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)
    logical_gpus = tf.config.experimental.list_logical_devices("GPU")
    print(len(gpus), "physical,", len(logical_gpus), "logical")
except RuntimeError as error:
    print(error)
