from tensorflow import keras


def build(activation=None):
    return keras.Sequential([keras.layers.Dense(10, activation=activation)])


build("softmax").compile("adam", "categorical_crossentropy")
