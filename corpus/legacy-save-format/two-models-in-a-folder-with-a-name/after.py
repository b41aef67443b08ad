import os

import tensorflow as tf


class Agent:
    def __init__(self, chkpt_dir="models/"):
        self.chkpt_dir = chkpt_dir
        self.actor = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])

    def save_models(self):
        print("... saving models ...")
        os.makedirs(self.chkpt_dir, exist_ok=True)
        self.actor.save(self.chkpt_dir + "actor.keras")
        self.critic.save(self.chkpt_dir + "critic.keras")

    def load_models(self):
        self.actor = tf.keras.models.load_model(self.chkpt_dir + "actor.keras")
        self.critic = tf.keras.models.load_model(self.chkpt_dir + "critic.keras")
