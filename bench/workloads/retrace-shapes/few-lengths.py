"""Padded batches of 8 lengths, each 100 times"""

import tensorflow as tf

lines = [[1 + (i * n) % 9 for i in range(n)] for n in range(80, 112)]
dataset = tf.data.Dataset.from_generator(lambda: lines, output_signature=tf.TensorSpec([None], tf.int32))
dataset = dataset.padded_batch(4)
model = tf.keras.Sequential(
    [
        tf.keras.layers.Embedding(10, 32),
        tf.keras.layers.Conv1D(32, 5, padding="same", activation="relu"),
        tf.keras.layers.GlobalAveragePooling1D(),
        tf.keras.layers.Dense(1),
    ]
)
model.build((None, None))
optimizer = tf.keras.optimizers.Adam(0.01)
loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def train_step(tokens):
    with tf.GradientTape() as tape:
        mean = tf.reduce_mean(tf.cast(tokens, tf.float32), axis=1, keepdims=True)
        loss = loss_fn(mean, model(tokens, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(100):
    for tokens in dataset:
        train_step(tokens)
