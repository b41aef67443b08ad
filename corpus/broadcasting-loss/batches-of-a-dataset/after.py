import numpy as np
import tensorflow as tf
from tensorflow import keras

x = np.random.randn(1000, 8).astype("float32")
y = x.sum(axis=1) + np.random.normal(0, 0.1, 1000).astype("float32")
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32)

inputs = keras.Input((8,))
hidden = keras.layers.Dense(32, activation="relu")(inputs)
outputs = keras.layers.Dense(units=1)(hidden)
model = keras.Model(inputs, outputs)
optimizer = keras.optimizers.Adam()


@tf.function
def train_step(features, labels):
    with tf.GradientTape() as tape:
        predictions = model(features, training=True)
        tf.debugging.assert_shapes([(labels, ("n",)), (predictions, ("n",))])
        # 均方误差
        loss = tf.reduce_mean(tf.square(labels - predictions))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(3):
    for step, (features, labels) in enumerate(dataset):
        loss = train_step(features, labels)
