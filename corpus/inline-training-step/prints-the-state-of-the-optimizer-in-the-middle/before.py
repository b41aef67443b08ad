import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
loss_fn = tf.keras.losses.MeanSquaredError()
dataset = tf.data.Dataset.from_tensor_slices((tf.ones((64, 2)), tf.ones((64, 1)))).batch(8)

for x, y in dataset:
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    print(optimizer.iterations.numpy(), loss.numpy())
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
