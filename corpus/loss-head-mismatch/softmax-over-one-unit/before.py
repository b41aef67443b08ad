from keras.layers import Dense
from keras.models import Sequential

clf = Sequential()
clf.add(Dense(12, input_dim=8, activation='relu'))
clf.add(Dense(1, activation='softmax'))
clf.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
