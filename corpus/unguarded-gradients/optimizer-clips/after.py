import tensorflow as tf
from tensorflow.keras.optimizers import Adam


class Agent:
    def __init__(self, model, lr):
        self.model = model
        self.opt = Adam(lr, global_clipnorm=0.5)

    def learn(self, states, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(states, training=True) - targets))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
