import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.MeanSquaredError()
x = np.linspace(0, 1, 10, dtype="float32").reshape(10, 1)
train_ds = tf.data.Dataset.from_tensor_slices((x, 3 * x)).batch(4)

losses = []
fig, ax = plt.subplots()
for step in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - 3 * x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    losses.append(float(loss))  # one a step
ax.plot(range(len(losses)), losses)
