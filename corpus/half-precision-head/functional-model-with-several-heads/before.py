from tensorflow.keras import Input, Model, layers, mixed_precision

mixed_precision.set_global_policy("mixed_bfloat16")


def build(width):
    inputs = Input((width,))
    x = layers.Dense(256, activation="relu")(inputs)
    x = layers.Dropout(0.3)(x)
    gender = layers.Dense(
        2,
        activation="softmax",  # male, female
        name="gender",
    )(x)
    age = layers.Dense(1, name="age")(x)
    labels = layers.Dense(40, "sigmoid", name="labels")(x)
    return Model(inputs, outputs={"gender": gender, "age": age, "labels": labels})


model = build(64)
model.compile(
    "adam",
    loss={"gender": "sparse_categorical_crossentropy", "age": "mae", "labels": "binary_crossentropy"},
)
