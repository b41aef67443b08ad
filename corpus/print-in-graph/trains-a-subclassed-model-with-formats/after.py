import sys

import tensorflow as tf


class Network(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(16, activation="relu")
        self.out = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.out(self.hidden(inputs))


tf.random.set_seed(1)
model = Network()
optimizer = tf.keras.optimizers.SGD(0.02, momentum=0.9)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    tf.print(
        tf.strings.join([
            "损失: ",
            tf.strings.as_string(tf.cast(loss, tf.float64), precision=4),
        ]),
        output_stream=sys.stdout,
    )
    return loss


x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
for epoch in range(3):
    for features, labels in dataset:
        train_step(features, labels)
