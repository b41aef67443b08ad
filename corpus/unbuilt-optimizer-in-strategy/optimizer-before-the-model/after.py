import tensorflow as tf


def build():
    inputs = tf.keras.Input((4,))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))


def main():
    strategy = tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"])
    with strategy.scope():
        optimizer = tf.keras.optimizers.AdamW()
        model = build()
        optimizer.build(model.trainable_variables)

        checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)

    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.nn.compute_average_loss(tf.keras.losses.mse(y, model(x)))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))

    @tf.function
    def train(x, y):
        strategy.run(step, args=(x, y))

    for x, y in strategy.experimental_distribute_dataset(load()):
        train(x, y)
    checkpoint.save("ckpt")
