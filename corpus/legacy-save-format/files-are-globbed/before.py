import glob

from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")

for epoch in range(3):
    model.save_weights("w_%d.h5" % epoch)
model.load_weights(sorted(glob.glob("w_*.h5"))[-1])
