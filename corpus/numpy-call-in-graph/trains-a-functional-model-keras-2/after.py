import numpy as np
import tensorflow as tf
import tf_keras as keras

keras.utils.set_random_seed(1)
inputs = keras.Input((8,))
hidden = keras.layers.Dense(16, activation="tanh")(inputs)
model = keras.Model(inputs, keras.layers.Dense(1)(hidden))
optimizer = keras.optimizers.SGD(0.05)
loss_fn = keras.losses.MeanSquaredError()


def prepare(x, y):
    return tf.clip_by_value(x, -1.0, 1.0), tf.expand_dims(y, axis=-1)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    norm = tf.sqrt(sum(tf.reduce_sum(tf.square(gradient)) for gradient in gradients))
    return loss, norm


x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).map(prepare).batch(16)
for epoch in range(4):
    for batch_x, batch_y in dataset:
        loss, norm = train_step(batch_x, batch_y)
