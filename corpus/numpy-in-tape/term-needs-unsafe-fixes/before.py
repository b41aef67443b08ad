import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(4)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.autograph.experimental.do_not_convert
def grads_of(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
        # keep the logits small
        loss += 0.01 * np.mean(np.square(logits))
    return tape.gradient(loss, model.trainable_variables)
