import tensorflow as tf


class Agent:
    def __init__(self):
        self.network = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
        self.epsilon = 1.0

    @tf.function
    def values(self, states, temperature):
        return tf.nn.softmax(self.network(states) / temperature)

    def play(self, episodes):
        for _ in range(episodes):
            self.values(tf.ones((8, 4)), self.epsilon)
            self.epsilon *= 0.99


Agent().play(100)
