import tensorflow as tf

if __name__ == "__main__":
    print("devices:", tf.config.list_logical_devices("GPU"))
    gpus = tf.config.list_physical_devices("GPU")
    [tf.config.experimental.set_memory_growth(gpu, True) for gpu in gpus]
