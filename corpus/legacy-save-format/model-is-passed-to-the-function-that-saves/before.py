import keras


def build():
    return keras.Sequential([keras.layers.Dense(1)])


def train(net, epochs):
    for epoch in range(epochs):
        net.save_weights(f"epoch_{epoch:03d}.h5")


train(build(), 10)
