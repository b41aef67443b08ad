from tensorflow import keras
from tensorflow.keras.layers import Dense, Flatten

keras.mixed_precision.set_global_policy("mixed_float16")


def make_model(classes):
    model = keras.Sequential()
    model.add(Flatten())
    model.add(Dense(64, activation="relu"))
    if classes == 2:
        model.add(Dense(1, activation="sigmoid"))
    else:
        model.add(Dense(classes, activation="softmax"))
    return model


model = make_model(10)
model.compile("adam", "sparse_categorical_crossentropy")
