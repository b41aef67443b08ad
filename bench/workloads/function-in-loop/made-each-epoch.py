"""A step that is defined in the loop over epochs: 10 epochs of 100 steps"""

import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((32,)), tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.MeanSquaredError()
x = tf.random.stateless_normal((3200, 32), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)

for epoch in range(10):

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))

    for features, targets in dataset:
        train_step(features, targets)
