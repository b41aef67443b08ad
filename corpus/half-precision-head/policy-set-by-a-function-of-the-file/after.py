import tensorflow as tf


def configure(mixed):
    # Half the memory on the card.
    if mixed:
        tf.keras.mixed_precision.set_global_policy("mixed_float16")


def build_model(inputs, classes):
    x = tf.keras.layers.Dense(64, activation="relu")(inputs)
    logits = tf.keras.layers.Dense(classes)(x)
    return tf.keras.Model(inputs, tf.keras.layers.Activation("softmax", name="probabilities", dtype="float32")(logits))


def run(mixed=True):
    configure(mixed)
    model = build_model(tf.keras.Input((8,)), 3)
    model.compile("adam", "categorical_crossentropy")
    return model


run()
