import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(3)
rng = np.random.default_rng(0)
X = rng.normal(size=(64, 4)).astype("float32")
Y = (X.sum(axis=1, keepdims=True) > 0).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((X, Y)).batch(16)


class Base:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.calls = 0

    def loss(self, y, p):
        return tf.reduce_mean((y - p) ** 2)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.model(x))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def fit(self):
        for epoch in range(4):
            for x, y in ds:
                loss = self.step(x, y)
            print(epoch, float(loss), self.calls)


class Counting(Base):
    def loss(self, y, p):
        self.calls += 1
        return super().loss(y, p) * self.calls


Counting().fit()
