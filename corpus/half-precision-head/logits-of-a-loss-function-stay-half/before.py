import tensorflow as tf
from tensorflow.keras import Model, layers, mixed_precision, optimizers

mixed_precision.set_global_policy("mixed_bfloat16")


class Net(Model):
    def __init__(self):
        super().__init__()
        self.conv = layers.Conv2D(4, 3, activation="relu")
        self.flatten = layers.Flatten()
        self.out = layers.Dense(10)

    def call(self, x):
        x = self.flatten(self.conv(x))
        x = self.out(x)
        return x


class Trainer:
    def __init__(self):
        self.net = Net()
        self.optimizer = optimizers.SGD(0.1)

    @tf.function
    def step(self, images, labels):
        with tf.GradientTape() as tape:
            logits = self.net(images)
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            loss = tf.reduce_mean(losses)
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))
        return loss
