import numpy as np
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer = tf.keras.optimizers.Adam()


def update(states, actions, returns):
    with tf.GradientTape() as tape:
        logits = policy(states)
        confidence = np.abs(logits.numpy()).mean(axis=1)
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        loss = tf.reduce_mean(losses * confidence * returns)
    grads = tape.gradient(loss, policy.trainable_variables)
    optimizer.apply_gradients(zip(grads, policy.trainable_variables))
