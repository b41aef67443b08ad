import tensorflow as tf


class Scale(tf.Module):
    def __init__(self):
        super().__init__()
        self.factor = tf.Variable(1.0, name="factor")

    def __call__(self, inputs):
        return inputs * self.factor
