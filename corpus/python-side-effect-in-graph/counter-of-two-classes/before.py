import tensorflow as tf


class Base:
    def __init__(self):
        self.steps = 0

    @tf.function
    def run(self, x):
        self.steps += 1
        return x


class Late(Base):
    def __init__(self):
        super().__init__()
        self.steps = 100
