import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")

model.export("export/toy")
converter = tf.lite.TFLiteConverter.from_saved_model("export/toy")
tflite_model = converter.convert()
