"""A weight that is annealed from step to step: 50 values"""

import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((32,)), tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(x, y, beta):
    with tf.GradientTape() as tape:
        outputs = model(x, training=True)
        loss = loss_fn(y, outputs) + beta * tf.reduce_mean(tf.square(outputs))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


x = tf.random.stateless_normal((3200, 32), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
steps = 50
for step in range(steps):
    start = step * 32
    train_step(x[start : start + 32], y[start : start + 32], 0.1 * step / steps)
