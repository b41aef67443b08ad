import tensorflow as tf
from tensorflow.keras import layers, models
from tensorflow.keras.optimizers import SGD

model = models.Sequential([layers.Dense(1)])
model.compile(loss="mse", optimizer=SGD(learning_rate=tf.keras.optimizers.schedules.InverseTimeDecay(0.01, decay_steps=1, decay_rate=1e-6), momentum=0.9, nesterov=True))
