from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

from data import x_test, x_train, y_train

model = Sequential()
model.add(Dense(16, activation='relu'))
model.add(Dense(1, activation='sigmoid'))
model.compile('adam', 'binary_crossentropy')
model.fit(x_train, y_train)
classes = model.predict_classes(x_test, batch_size=32)
