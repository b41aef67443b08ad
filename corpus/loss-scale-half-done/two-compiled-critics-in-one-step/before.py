import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Agent:
    def __init__(self):
        self.critic_1 = keras.Sequential([keras.layers.Dense(1, dtype="float32")])
        self.critic_2 = keras.Sequential([keras.layers.Dense(1, dtype="float32")])
        self.critic_1.compile(optimizer=keras.optimizers.Adam(1e-3))
        self.critic_2.compile(optimizer=keras.optimizers.Adam(1e-3))

    def learn(self, states, target):
        with tf.GradientTape(persistent=True) as tape:
            critic_1_loss = tf.reduce_mean((target - self.critic_1(states)) ** 2)
            critic_2_loss = tf.reduce_mean((target - self.critic_2(states)) ** 2)

        critic_1_gradient = tape.gradient(critic_1_loss,
                                          self.critic_1.trainable_variables)
        critic_2_gradient = tape.gradient(critic_2_loss,
                                          self.critic_2.trainable_variables)
        self.critic_1.optimizer.apply_gradients(zip(critic_1_gradient, self.critic_1.trainable_variables))
        self.critic_2.optimizer.apply_gradients(zip(critic_2_gradient, self.critic_2.trainable_variables))
