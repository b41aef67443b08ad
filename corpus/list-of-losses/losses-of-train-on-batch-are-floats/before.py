import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.MeanSquaredError()
x = np.linspace(0, 1, 10, dtype="float32").reshape(10, 1)
train_ds = tf.data.Dataset.from_tensor_slices((x, 3 * x)).batch(4)

model.compile(optimizer, "mse")
losses = []
for x, y in train_ds:
    loss = model.train_on_batch(x, y)
    losses.append(loss)
plt.plot(losses)
# A tf.GradientTape is not needed here.
