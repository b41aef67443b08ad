"""An epoch in a `tf.function`, its losses in a list"""

import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((64,)), tf.keras.layers.Dense(256, activation="relu"), tf.keras.layers.Dense(1)]
)
optimizer = tf.keras.optimizers.Adam(0.001)


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def train_epoch(dataset: tf.data.Dataset):
    losses = []
    for x, y in dataset:
        losses.append(train_step(x, y))
    return tf.reduce_mean(losses)


x = tf.random.stateless_normal((3200, 64), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
for epoch in range(20):
    print(epoch, float(train_epoch(dataset)))
