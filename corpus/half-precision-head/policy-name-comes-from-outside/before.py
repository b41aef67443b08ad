from tensorflow import keras


def main(args):
    keras.mixed_precision.set_global_policy(args.policy)  # mixed_float16 on the cluster
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(3, activation="softmax")])
    model.compile("adam", "categorical_crossentropy")
    return model
