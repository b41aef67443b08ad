import numpy as np
from sklearn.model_selection import train_test_split
from tensorflow.keras import layers, models


def make_windows(data, size):
    xs = []
    ys = []
    for i in range(len(data) - size):
        xs.append(data[i : i + size, :])
        ys.append(data[i + size, 0])
    return np.array(xs), np.array(ys)


x, y = make_windows(data, 30)
x_train, x_test, y_train, y_test = train_test_split(x, y, shuffle=True)
x_train = x_train.reshape(-1, 30, 4)
model = models.Sequential([layers.GRU(16), layers.Dense(1)])
model.compile(loss="mae")
model.fit(x_train, y_train, epochs=5)
