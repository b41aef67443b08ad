import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(24, activation="relu"), tf.keras.layers.Dense(2)])
target_model = tf.keras.models.clone_model(model)
optimizer = tf.keras.optimizers.Adam(1e-3)
loss_fn = tf.keras.losses.Huber()
gamma = 0.95


def replay(states, actions, rewards, next_states, dones):
    with tf.GradientTape() as tape:
        next_q = np.max(model(next_states).numpy(), axis=1)
        targets = rewards + (1 - dones) * gamma * next_q
        mask = tf.one_hot(actions, 2)
        q = tf.reduce_sum(model(states) * mask, axis=1)
        loss = loss_fn(targets, q)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
