import os

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.1)
if os.path.exists("model.weights.h5"):
    model.load_weights("model.weights.h5")
rate = 0.1
for epoch in range(50):
    rate *= 0.9
    optimizer.learning_rate.assign(rate)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.ones((2, 4))) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    model.save_weights("model.weights.h5")
