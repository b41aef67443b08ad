import sys

import tensorflow as tf
import tf_keras


class Net(tf_keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf_keras.layers.Dense(1)

    def call(self, inputs):
        hidden = self.dense(inputs)
        tf.print("hidden", hidden, output_stream=sys.stdout)
        return hidden

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compiled_loss(y, self(x, training=True))
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        tf.print(
            tf.strings.join([
                "loss: ",
                tf.strings.as_string(tf.cast(loss, tf.float64), precision=4),
            ]),
            output_stream=sys.stdout,
        )
        return {"loss": loss}
