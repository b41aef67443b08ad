import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_bfloat16")

model = keras.Sequential([keras.Input((20,)), keras.layers.Dense(64, "relu"), keras.layers.Dense(10)])
model.compile(
    optimizer="adam",
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
