import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.02)


def huber(y_true, y_pred, delta=1.0):
    error = np.abs(y_true - y_pred)
    return np.mean(np.where(error < delta, 0.5 * np.square(error), delta * (error - 0.5 * delta)))


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = huber(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


x = tf.random.stateless_normal((64, 4), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
for step in range(40):
    loss = train_step(x, y)
    if step % 10 == 0:
        print(f"step {step}: {loss:.4f}")
