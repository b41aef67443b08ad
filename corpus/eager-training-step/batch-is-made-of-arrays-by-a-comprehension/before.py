import random

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
q = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
optimizer = tf.keras.optimizers.Adam(1e-2)
memory = [(np.random.rand(3).astype("float32"), np.random.randint(2), np.random.rand()) for _ in range(100)]


def train_step(states, actions, rewards):
    with tf.GradientTape() as tape:
        values = tf.reduce_sum(q(states) * tf.one_hot(actions, 2), axis=1)
        loss = tf.reduce_mean(tf.square(rewards - values))
    grads = tape.gradient(loss, q.trainable_variables)
    optimizer.apply_gradients(zip(grads, q.trainable_variables))
    return loss


for i in range(30):
    batch = random.sample(memory, 16)
    s, a, r = (np.array(v) for v in zip(*batch))
    loss = train_step(s, a, r)
    if i % 10 == 0:
        print(i, float(loss))
