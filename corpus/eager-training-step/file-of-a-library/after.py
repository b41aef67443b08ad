import tensorflow as tf


class Learner:
    """Learns from replayed experience."""

    def __init__(self, network, optimizer, memory):
        self.network = network
        self.optimizer = optimizer
        self.memory = memory

    @tf.function
    def update(self, states, targets):
        """One step of gradient descent."""
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.losses.huber(targets, self.network(states)))
        grads = tape.gradient(loss, self.network.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.network.trainable_variables))
        return loss

    def learn(self, steps):
        for _ in range(steps):
            states, targets = self.memory.sample()
            self.update(states, targets)
