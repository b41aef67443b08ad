from tensorflow.keras.layers import Dense, Flatten
from tensorflow.keras.models import Sequential

model = Sequential([Flatten(), Dense(64, activation='relu'), Dense(10, activation='relu')])
model.compile(loss='categorical_crossentropy', optimizer='sgd')
