import tensorflow as tf
from tensorflow.keras import Input, Model, layers, optimizers


def main():
    strategy = tf.distribute.MirroredStrategy()
    inputs = Input((28, 28, 1))
    x = layers.Flatten()(inputs)
    # the only hidden layer
    x = layers.Dense(64, activation="relu")(x)
    outputs = layers.Dense(10)(x)
    model = Model(inputs, outputs)
    model.summary()
    optimizer = optimizers.Adam()
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    with strategy.scope():
        model.compile(optimizer=optimizer, loss=loss)

    model.fit(load_training_data(), epochs=3)


if __name__ == "__main__":
    main()
