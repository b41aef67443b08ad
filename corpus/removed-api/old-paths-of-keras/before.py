from keras.layers.core import Dense, Dropout
from keras.layers.normalization import BatchNormalization
from keras.models import Sequential
from keras.optimizers import adam
from keras.utils.np_utils import to_categorical
from keras.utils import np_utils

labels = to_categorical([0, 1])
more = np_utils.to_categorical([0, 1])
model = Sequential([Dense(4), BatchNormalization(), Dropout(0.5), Dense(2)])
model.compile(adam(lr=0.01), "mse")
