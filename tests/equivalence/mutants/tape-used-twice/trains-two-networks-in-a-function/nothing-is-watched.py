import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(3)
actor = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(2)])
critic = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)])
actor_optimizer = keras.optimizers.SGD(0.05)
critic_optimizer = keras.optimizers.SGD(0.05)
states = tf.random.stateless_normal((64, 4), seed=(1, 2))
returns = tf.reduce_sum(states, axis=1, keepdims=True)
actions = tf.cast(states[:, 0] > 0, tf.int32)


@tf.function
def train_step():
    with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape:
        values = critic(states, training=True)
        critic_loss = tf.reduce_mean(tf.square(returns - values))
        advantage = tf.stop_gradient(returns - values)[:, 0]
        log_probs = -tf.nn.sparse_softmax_cross_entropy_with_logits(actions, actor(states, training=True))
        actor_loss = -tf.reduce_mean(log_probs * tf.abs(advantage))
    actor_grads = tape.gradient(actor_loss, actor.trainable_variables)
    critic_grads = tape.gradient(critic_loss, critic.trainable_variables)
    del tape
    actor_optimizer.apply_gradients(zip(actor_grads, actor.trainable_variables))
    critic_optimizer.apply_gradients(zip(critic_grads, critic.trainable_variables))
    return actor_loss + critic_loss


for step in range(40):
    loss = train_step()
    print(f"{step}: {float(loss):.5f}")
