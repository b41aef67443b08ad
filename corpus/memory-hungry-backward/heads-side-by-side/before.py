import tensorflow as tf

from .heads import Head


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.heads = [Head() for _ in range(20)]

    def call(self, x):
        outputs = []
        for head in self.heads:
            output = head(x)
            outputs.append(output)
        return tf.concat(outputs, axis=-1)
