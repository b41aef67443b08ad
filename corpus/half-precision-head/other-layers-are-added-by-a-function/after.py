from keras import mixed_precision
from keras.layers import Activation, Conv2D, GlobalAveragePooling2D, Input, MaxPooling2D
from keras.models import Sequential

mixed_precision.set_global_policy("mixed_float16")


def block(model, filters):
    model.add(Conv2D(filters, 3, activation="relu"))
    model.add(MaxPooling2D(2))


def create(classes):
    model = Sequential()
    model.add(Input((32, 32, 3)))
    block(model, 8)
    block(model, 16)

    # one channel a class
    model.add(Conv2D(classes, 3))
    model.add(GlobalAveragePooling2D())
    model.add(Activation("softmax", dtype="float32"))
    return model


model = create(4)
model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
