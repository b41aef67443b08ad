import numpy as np
import tensorflow as tf

X = np.linspace(0, 1, 20, dtype=np.float32)
y = 3 * X - 1
a = tf.Variable(0.0)
b = tf.Variable(0.0)
variables = [a, b]
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        y_pred = a * X + b
        loss = tf.reduce_sum(tf.square(y_pred - y)) / 20.0
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(grads_and_vars=zip(grads, variables))
    return loss


for step in range(60):
    loss = train_step()

print(float(loss), a.numpy(), b.numpy())
