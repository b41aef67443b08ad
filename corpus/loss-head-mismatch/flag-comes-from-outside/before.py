from tensorflow import keras


def train(from_logits):
    model = keras.Sequential([keras.layers.Dense(10)])
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=from_logits))
