import tensorflow as tf


class Agent:
    def __init__(self, model):
        self.model = model
        self.out = None

    def forward(self, x):
        self.out = self.model(x)

    def grads(self, x):
        with tf.GradientTape() as tape:
            self.forward(x)
            loss = tf.reduce_mean(self.out)
        return tape.gradient(loss, self.model.trainable_variables)


def pick(agent, x, variables):
    with tf.GradientTape(persistent=True) as tape:
        parts = [tf.reduce_sum(agent.model(x)), tf.round(agent.model(x))]
        losses = []
        for part in parts:
            losses.append(part)
    total = losses[0]
    return tape.gradient(total, variables), [tape.gradient(loss, agent.model.trainable_variables) for loss in losses]
