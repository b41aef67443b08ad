"""An inline step: one layer of 16 units, batches of 32"""

import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((8,)), tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.MeanSquaredError()

x = tf.random.stateless_normal((3200, 8), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
for epoch in range(3):
    for features, targets in dataset:
        with tf.GradientTape() as tape:
            loss = loss_fn(targets, model(features, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print(f"epoch {epoch}: {loss:.4f}")
