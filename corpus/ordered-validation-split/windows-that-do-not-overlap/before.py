import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from tensorflow import keras

series = pd.read_csv("prices.csv")["close"].values
X, y = [], []
for i in range(60, len(series), 60):
    X.append(series[i - 60 : i])
    y.append(series[i])
X, y = np.array(X), np.array(y)
X_train, X_test, y_train, y_test = train_test_split(X, y)

model = keras.Sequential([keras.layers.LSTM(32), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X_train, y_train, validation_data=(X_test, y_test))
