"""A classifier whose cross-entropy is given the predicted class"""

import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((64,)), tf.keras.layers.Dense(256, activation="relu"), tf.keras.layers.Dense(10)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
accuracy = tf.keras.metrics.Accuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        predictions = tf.argmax(model(x, training=True), axis=-1)
        loss = loss_fn(y, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    accuracy.update_state(y, predictions)


x = tf.random.stateless_normal((256, 64), seed=(1, 2))
y = tf.argmax(x[:, :10], axis=1)
for _ in range(2000):
    train_step(x, y)
