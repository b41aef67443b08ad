import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")

callback = keras.callbacks.ModelCheckpoint("training/ckpt_{epoch}", save_weights_only=True)
model.fit(x, y, callbacks=[callback])
model.load_weights(tf.train.latest_checkpoint("training"))
