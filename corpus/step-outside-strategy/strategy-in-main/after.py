import tensorflow as tf


def main():
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
        optimizer = tf.keras.optimizers.SGD(0.1)

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(y - model(x, training=True))) / strategy.num_replicas_in_sync
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))

    dataset = tf.data.experimental.CsvDataset("a.csv", [0.0] * 5).batch(8).map(lambda *c: (tf.stack(c[:4], 1), c[4]))
    dist_dataset = strategy.experimental_distribute_dataset(dataset)
    for epoch in range(3):
        for x, y in dist_dataset:
            strategy.run(train_step, args=(x, y))


main()
