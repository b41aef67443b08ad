import tensorflow as tf

from agents import policy_network, value_network, episodes

optimizer = tf.keras.optimizers.Adam(1e-3)
for states, actions, returns in episodes():
    with tf.GradientTape(persistent=True) as tape:
        values = tf.squeeze(value_network(states))
        probabilities = policy_network(states)
        log_prob = tf.math.log(tf.gather(probabilities, actions, batch_dims=1))
        advantage = tf.stop_gradient(returns - values)
        policy_loss = -tf.reduce_mean(advantage * log_prob)
        value_loss = tf.reduce_mean(tf.square(returns - values))
    grads = tape.gradient(policy_loss, policy_network.trainable_variables)
    optimizer.apply_gradients(zip(grads, policy_network.trainable_variables))
    grads = tape.gradient(value_loss, value_network.trainable_variables)
    optimizer.apply_gradients(zip(grads, value_network.trainable_variables))
    del tape
    print(policy_loss.numpy(), value_loss.numpy())
