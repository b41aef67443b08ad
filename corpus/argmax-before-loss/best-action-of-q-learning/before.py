import tensorflow as tf

q_net = tf.keras.Sequential([tf.keras.layers.Dense(24, activation="relu"), tf.keras.layers.Dense(2)])
target_net = tf.keras.models.clone_model(q_net)
huber = tf.keras.losses.Huber()


def grads_of(states, actions, rewards, next_states):
    with tf.GradientTape() as tape:
        best = tf.argmax(q_net(next_states), axis=1)
        next_q = tf.reduce_sum(target_net(next_states) * tf.one_hot(best, 2), axis=1)
        targets = rewards + 0.99 * tf.stop_gradient(next_q)
        q = tf.reduce_sum(q_net(states) * tf.one_hot(actions, 2), axis=1)
        loss = huber(targets, q)
    return tape.gradient(loss, q_net.trainable_variables)
