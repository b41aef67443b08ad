import tensorflow as tf


class Agent:
    def __init__(self, start):
        self.steps = 0
        self.epsilon = start * 1.0
        self.rate = 1.0

    @tf.function
    def act(self, x: tf.Tensor):
        self.steps += 1
        self.rate *= 0.5
        return x

    def log(self, other):
        return other.steps


COUNT = 0
seen = 0


@tf.function
def index(x):
    global COUNT, seen
    COUNT += 1
    seen += 0.5
    return ["a", "b"][COUNT], x
