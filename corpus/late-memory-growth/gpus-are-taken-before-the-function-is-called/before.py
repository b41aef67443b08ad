import tensorflow as tf

mean = tf.keras.metrics.Mean()


def setup():
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)


def main():
    setup()
    print(mean.result())


if __name__ == "__main__":
    main()
