from tensorflow.keras import layers, models
from tensorflow.keras.optimizers import SGD

model = models.Sequential([layers.Dense(1)])
model.compile(loss="mse", optimizer=SGD(lr=0.01, decay=1e-6, momentum=0.9, nesterov=True))
