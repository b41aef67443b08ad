"""Trains in every way that the recorder knows; prints a digest of the weights after each.

What the recorder sets (seed, determinism) is set here as well, so that a plain run and a recorded one must agree.
"""

from __future__ import annotations

import zlib

import tensorflow as tf

keras = tf.keras
tf.config.set_logical_device_configuration(
    tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2
)
tf.config.experimental.enable_op_determinism()

BATCH = 16
x = tf.random.stateless_normal((64, 8), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(BATCH)


def start():
    keras.utils.set_random_seed(1)


def report(name, *models, loss=""):
    data = b"".join(value.tobytes() for model in models for value in model.get_weights())
    print(name, f"{zlib.crc32(data):08x}", loss)


def network(*layers, width=1):
    return keras.Sequential([keras.layers.Input((8,)), *layers, keras.layers.Dense(width, dtype="float32")])


def square(model, features, labels):
    return tf.reduce_mean(tf.square(model(features, training=True) - labels))


def plain_step(model, optimizer):
    def step(features, labels):
        with tf.GradientTape() as tape:
            loss = square(model, features, labels)
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))
        return loss

    return step


def eager():
    model = network(keras.layers.Dense(8, activation="relu"), keras.layers.Dropout(0.5, seed=3))
    step = plain_step(model, keras.optimizers.Adam(0.01))
    for batch in dataset.repeat(2):
        step(*batch)
    report("eager", model)


def function():
    model = network(keras.layers.Dense(8, activation="relu"))
    optimizer = keras.optimizers.Adam(0.01)
    step = tf.function(plain_step(model, optimizer))
    for batch in dataset.repeat(2):
        step(*batch)
    report("function", model)


def epoch():
    model = network()
    step = plain_step(model, keras.optimizers.SGD(0.01, momentum=0.9))

    @tf.function
    def train(batches):
        for features, labels in batches:
            step(features, labels)

    train(dataset.repeat(2))
    report("epoch", model)


def fit():
    model = network(keras.layers.Dense(8), keras.layers.BatchNormalization(), keras.layers.Dropout(0.5))
    model.compile(keras.optimizers.RMSprop(0.01), "mse")
    model.fit(x, y, batch_size=BATCH, epochs=2, verbose=0)
    report("fit", model)


def gan():
    generator, critic = network(width=8), network()
    first, second = keras.optimizers.Adam(0.001), keras.optimizers.SGD(0.001)

    @tf.function
    def step(real):
        with tf.GradientTape() as upper, tf.GradientTape() as lower:
            fake = generator(tf.random.normal(tf.shape(real)), training=True)
            judged = tf.reduce_mean(critic(fake, training=True))
            fooled = -judged
            loss = judged - tf.reduce_mean(critic(real, training=True))
        first.apply_gradients(
            zip(upper.gradient(fooled, generator.trainable_variables), generator.trainable_variables, strict=True)
        )
        second.apply_gradients(
            zip(lower.gradient(loss, critic.trainable_variables), critic.trainable_variables, strict=True)
        )

    for real, _ in dataset.repeat(2):
        step(real)
    report("gan", generator, critic)


def accumulated():
    model = network()
    optimizer = keras.optimizers.SGD(0.01)
    sums = [tf.Variable(tf.zeros(variable.shape)) for variable in model.trainable_variables]
    count = tf.Variable(0)

    @tf.function
    def step(features, labels):
        with tf.GradientTape() as tape:
            loss = square(model, features, labels)
        for total, gradient in zip(sums, tape.gradient(loss, model.trainable_variables), strict=True):
            total.assign_add(gradient)
        count.assign_add(1)
        if count % 2 == 0:
            optimizer.apply_gradients(zip(sums, model.trainable_variables, strict=True))
            for total in sums:
                total.assign(tf.zeros_like(total))

    for batch in dataset.repeat(2):
        step(*batch)
    report("accumulated", model)


def replicas():
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    with strategy.scope():
        model = network(keras.layers.Dense(8))
        optimizer = keras.optimizers.SGD(0.01, momentum=0.9)
        # Built here: variables cannot be created for several replicas at once.
        optimizer.build(model.trainable_variables)

    def step(features, labels):
        with tf.GradientTape() as tape:
            losses = tf.square(model(features, training=True) - labels)[:, 0]
            loss = tf.nn.compute_average_loss(losses, global_batch_size=BATCH)
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))
        return loss

    @tf.function
    def train(features, labels):
        losses = strategy.run(step, args=(features, labels))
        return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)

    for batch in strategy.experimental_distribute_dataset(dataset.repeat(2)):
        loss = train(*batch)
    report("replicas", model, loss=float(loss))


def half():
    keras.mixed_precision.set_global_policy("mixed_float16")
    model = network(keras.layers.Dense(8))
    model.compile(keras.optimizers.SGD(0.01), "mse")
    model.fit(dataset, epochs=2, verbose=0)
    keras.mixed_precision.set_global_policy("float32")
    report("half", model)


for scenario in (eager, function, epoch, fit, gan, accumulated, replicas, half):
    start()
    scenario()
