from tensorflow.keras.layers.experimental import preprocessing as pp

scale = pp.Rescaling(1 / 127.5, offset=-1)
