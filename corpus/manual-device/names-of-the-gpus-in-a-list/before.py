from tensorflow import GradientTape, device, keras

DEVICES = ["/device:GPU:0", "/device:GPU:1"]
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.1)


def step(parts):
    collected = []
    for index, name in enumerate(DEVICES):
        with device(name):
            with GradientTape() as tape:
                loss = keras.ops.mean(model(parts[index]))
            collected.append(tape.gradient(loss, model.trainable_variables))
    optimizer.apply_gradients(zip(merge(collected), model.trainable_variables))
