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
X_train, X_test, y_train, y_test = train_test_split(X, y)

from sklearn.linear_model import LinearRegression

model = LinearRegression()
model.fit(X_train, y_train)
