import tensorflow as tf
from tensorflow import keras
layers = keras.layers
base = keras.applications.MobileNetV2(include_top=False, pooling="avg")
base.trainable = False
m = keras.Sequential([base, layers.Dense(1)])
m.compile("adam", "mse")
m.fit(x, y)
base.trainable = False
m.fit(x, y)
