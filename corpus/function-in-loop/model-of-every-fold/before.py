import numpy as np
import tensorflow as tf


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


x = np.ones((40, 3), "float32")
for fold in range(5):
    model = build()
    optimizer = tf.keras.optimizers.Adam()

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))

    for i in range(20):
        step(x[2 * i : 2 * i + 2])
