import numpy as np
from tensorflow import data, function, keras, GradientTape

model = keras.Sequential([keras.Input((8,)), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.05)
loss_fn = keras.losses.MeanSquaredError()
x = np.random.default_rng(1).normal(size=(320, 8)).astype("float32")
y = np.sin(x).sum(axis=1, keepdims=True)
train_ds = data.Dataset.from_tensor_slices((x, y)).shuffle(320, seed=3).batch(32)
mean = keras.metrics.Mean()


@function
def train_step(x, y):
    with GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@function
def train_epoch(dataset):
    for x, y in dataset:
        mean(train_step(x, y))


def main():
    for epoch in range(3):
        train_epoch(train_ds)
        print(mean.result())


if __name__ == "__main__":
    main()
