import numpy as np
from tensorflow import GradientTape, Variable, keras
import tensorflow as t

w = Variable(t.random.normal([3, 1]))
b = Variable(t.zeros([1]))
opt = keras.optimizers.SGD(learning_rate=0.05)


def forward(x):
    return x @ w + b


def loss_fn(y_true, y_pred):
    """Huber loss, 自己实现的。"""
    error = t.abs(y_true - y_pred)
    return t.reduce_mean(t.where(error < 1.0, 0.5 * t.square(error), error - 0.5))  # 平均


def train(batches):
    for x, y in batches:
        with GradientTape() as tape:
            loss = loss_fn(y, forward(x))
        grads = tape.gradient(loss, [w, b])
        opt.apply_gradients(zip(grads, [w, b]))


if __name__ == "__main__":
    train([(t.ones([8, 3]), t.ones([8, 1]))] * 10)
