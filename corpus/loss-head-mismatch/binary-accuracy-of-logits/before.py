from tensorflow.keras.layers import Dense
from tensorflow.keras.losses import BinaryCrossentropy
from tensorflow.keras.metrics import AUC, BinaryAccuracy
from tensorflow.keras.models import Sequential

model = Sequential([Dense(16, activation="relu"), Dense(20)])
model.compile("adam", BinaryCrossentropy(from_logits=True), metrics=[BinaryAccuracy(), AUC(from_logits=True)])
