import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
from tensorflow import keras

x = np.random.rand(500, 4)
y = np.sin(x[:, 0]) + x[:, 1]
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x_train, y_train, epochs=5)
prediction = model.predict(x_test)
print("RMSE", np.sqrt(np.mean((y_test - prediction) ** 2)))
