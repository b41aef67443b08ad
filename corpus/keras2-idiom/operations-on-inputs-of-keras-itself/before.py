import keras
import tensorflow as tf
from keras import layers

inputs = keras.Input((16, 16, 3))
x = layers.Conv2D(8, 3)(inputs)
x = tf.nn.relu(x)  # 激活
x = tf.squeeze(layers.GlobalAveragePooling2D(keepdims=True)(x), axis=1)
model = keras.Model(inputs, layers.Flatten()(x))
