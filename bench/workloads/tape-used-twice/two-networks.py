"""Eager steps of two networks, both gradients from one tape"""

import tensorflow as tf

actor = tf.keras.Sequential(
    [tf.keras.Input((64,)), tf.keras.layers.Dense(256, activation="tanh"), tf.keras.layers.Dense(4)]
)
critic = tf.keras.Sequential(
    [tf.keras.Input((64,)), tf.keras.layers.Dense(256, activation="tanh"), tf.keras.layers.Dense(1)]
)
actor_optimizer = tf.keras.optimizers.Adam(0.001)
critic_optimizer = tf.keras.optimizers.Adam(0.001)

states = tf.random.stateless_normal((256, 64), seed=(1, 2))
actions = tf.argmax(states[:, :4], axis=1)
returns = tf.reduce_sum(states, axis=1, keepdims=True)
for _ in range(200):
    with tf.GradientTape() as tape:
        advantage = returns - critic(states, training=True)
        critic_loss = tf.reduce_mean(tf.square(advantage))
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(actions, actor(states, training=True))
        actor_loss = tf.reduce_mean(losses * tf.stop_gradient(advantage)[:, 0])
    actor_gradients = tape.gradient(actor_loss, actor.trainable_variables)
    critic_gradients = tape.gradient(critic_loss, critic.trainable_variables)
    actor_optimizer.apply_gradients(zip(actor_gradients, actor.trainable_variables))
    critic_optimizer.apply_gradients(zip(critic_gradients, critic.trainable_variables))
