from keras.layers import Dense, Dropout
from keras.layers import BatchNormalization
from keras.models import Sequential
from keras.optimizers import Adam
from keras.utils import to_categorical

labels = to_categorical([0, 1])
more = to_categorical([0, 1])
model = Sequential([Dense(4), BatchNormalization(), Dropout(0.5), Dense(2)])
model.compile(Adam(learning_rate=0.01), "mse")
