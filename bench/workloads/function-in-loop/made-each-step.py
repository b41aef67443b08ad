"""`tf.function(train_step)(...)` in the loop over batches"""

import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((32,)), tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.MeanSquaredError()


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


x = tf.random.stateless_normal((1600, 32), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)

for features, targets in dataset:
    tf.function(train_step)(features, targets)
