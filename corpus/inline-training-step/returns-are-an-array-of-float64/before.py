import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
loss_fn = tf.keras.losses.MeanSquaredError()
dataset = tf.data.Dataset.from_tensor_slices((tf.ones((64, 2)), tf.ones((64, 1)))).batch(8)

for episode in range(500):
    states, rewards = np.random.rand(10, 2), np.cumsum(np.random.rand(10))
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(rewards * tf.math.log(tf.squeeze(model(states))))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
