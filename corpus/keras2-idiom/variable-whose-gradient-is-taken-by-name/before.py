import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.factor = tf.Variable(1.0, name="factor")

    def call(self, inputs):
        return inputs * self.factor


scale = Scale()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(scale(tf.ones((2, 2))))
gradients = tape.gradient(loss, [scale.factor])
