"""Eager steps, both gradients taken in the block of a persistent tape"""

import tensorflow as tf

body = tf.keras.Sequential(
    [
        tf.keras.Input((64,)),
        tf.keras.layers.Dense(256, activation="relu"),
        tf.keras.layers.Dense(256, activation="relu"),
    ]
)
head = tf.keras.Sequential([tf.keras.Input((256,)), tf.keras.layers.Dense(10)])
body_optimizer = tf.keras.optimizers.Adam(0.0001)
head_optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

x = tf.random.stateless_normal((256, 64), seed=(1, 2))
y = tf.argmax(x[:, :10], axis=1)
for _ in range(200):
    with tf.GradientTape(persistent=True) as tape:
        loss = loss_fn(y, head(body(x, training=True), training=True))
        body_gradients = tape.gradient(loss, body.trainable_variables)
        head_gradients = tape.gradient(loss, head.trainable_variables)
        body_optimizer.apply_gradients(zip(body_gradients, body.trainable_variables))
        head_optimizer.apply_gradients(zip(head_gradients, head.trainable_variables))
