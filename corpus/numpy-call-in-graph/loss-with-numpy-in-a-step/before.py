import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        predictions = model(x, training=True)
        loss = np.mean(np.square(y - predictions))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss.numpy()


for x, y in tf.data.Dataset.from_tensor_slices((tf.ones((32, 4)), tf.ones((32, 1)))).batch(8):
    print(f"loss {train_step(x, y):.4f}")
