import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from tensorflow import keras

series = pd.read_csv("prices.csv")["close"].values
X, y = [], []
for i in range(60, len(series)):
    X.append(series[i - 60 : i])
    y.append(series[i])
X, y = np.array(X), np.array(y)
X_train, y_train, X_test, y_test = X, y, None, None

model = keras.Sequential([keras.layers.LSTM(32), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X_train, y_train, validation_split=0.2)
