import numpy as np
import tensorflow as tf
from tensorflow import keras

(train_x, train_y), (test_x, test_y) = keras.datasets.boston_housing.load_data()
model = keras.models.Sequential()
model.add(keras.layers.Dense(64, activation="relu"))
model.add(keras.layers.Dense(1))
optimizer = keras.optimizers.RMSprop(0.001)

for _ in range(100):
    with tf.GradientTape() as tape:
        output = model(train_x)
        loss = tf.reduce_sum(tf.square(output - train_y)) / 404
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))

predicted = model.predict(test_x)
print("MAE:", np.mean(np.abs(predicted - test_y)))
