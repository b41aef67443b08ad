import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)


def step(x, targets):
    loss = 0.0
    with tf.GradientTape() as tape:
        for output, y in zip(model(x, training=True), targets):
            # every scale
            loss += tf.reduce_mean(tf.square(y - output)) / strategy.num_replicas_in_sync
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for x, targets in strategy.experimental_distribute_dataset(load()):
    strategy.run(step, args=(x, targets))
