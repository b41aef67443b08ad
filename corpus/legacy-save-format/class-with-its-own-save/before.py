import tensorflow as tf


class Agent:
    def save(self, path):
        pass

    def save_weights(self, path):
        pass

    def load_weights(self, path):
        pass


class Net(tf.keras.Model):
    def save_weights(self, path, overwrite=True):
        super().save_weights(path + ".weights.h5", overwrite=overwrite)


agent = Agent()
agent.save("agent.h5")
agent.save_weights("agent")
agent.load_weights("agent")
Net().save_weights("net")
