import sys

import tensorflow as tf

tf.random.set_seed(1)
inputs = tf.keras.Input((8,))
outputs = tf.keras.layers.Dense(1)(tf.keras.layers.Dense(16, activation="tanh")(inputs))
model = tf.keras.Model(inputs, outputs)
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.stop_gradient(model(x, training=True)) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    norm = tf.linalg.global_norm(gradients)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    tf.print("norm", norm, "loss", loss, output_stream=sys.stdout)
    return loss


x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
for step in range(40):
    train_step(x, y)
