import tensorflow as tf
from tensorflow.keras import layers

tf.keras.mixed_precision.set_global_policy("mixed_float16")


def squeeze_excite(x, ratio=4):
    gate = layers.GlobalAveragePooling2D(keepdims=True)(x)
    gate = layers.Dense(x.shape[-1] // ratio, activation="relu")(gate)
    gate = layers.Dense(x.shape[-1], activation="sigmoid")(gate)
    return layers.Multiply()([x, gate])


class Attention(layers.Layer):
    def __init__(self):
        super().__init__()
        self.score = layers.Dense(1)
        self.weigh = layers.Softmax(axis=1)

    def call(self, states):
        return self.weigh(self.score(states))


inputs = tf.keras.Input((16, 16, 8))
x = squeeze_excite(inputs)
x = layers.Reshape((256, 8))(x)
x = layers.Multiply()([x, Attention()(x)])
outputs = layers.Dense(2, activation="softmax", dtype="float32")(layers.Flatten()(x))
model = tf.keras.Model(inputs, outputs)
model.compile("adam", "categorical_crossentropy")
