import numpy as np
import tensorflow as tf


def main():
    data = tf.data.Dataset.from_tensor_slices((np.ones((8, 4)), np.ones((8, 1)))).batch(4)

    # strategy
    strategy = tf.distribute.MultiWorkerMirroredStrategy()

    # model
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD()
    loss = tf.keras.losses.MeanSquaredError()
    with strategy.scope():
        model.compile(optimizer=optimizer,
                      loss=loss)

    # fit
    model.fit(data, epochs=3)


if __name__ == '__main__':
    main()
