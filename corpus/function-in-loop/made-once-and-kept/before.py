import tensorflow as tf


class Agent:
    def __init__(self, model):
        self.model = model
        self._fn = None
        self._by_length = {}

    def _act(self, x):
        return self.model(x)

    def act(self, x):
        if self._fn is None:
            self._fn = tf.function(self._act)
        return self._fn(x)

    def act_on(self, x):
        length = len(x)
        if length not in self._by_length:
            self._by_length[length] = tf.function(self._act)
        return self._by_length[length](x)

    def reset(self):
        self.step = tf.function(self._act)

    def play(self, states):
        for state in states:
            self.act(state)
            self.act_on(state)
            self.reset()
