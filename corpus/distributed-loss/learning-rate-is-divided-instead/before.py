import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    rate = 0.1 / strategy.num_replicas_in_sync
    optimizer = tf.keras.optimizers.SGD(rate)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(y - model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for x, y in strategy.experimental_distribute_dataset(load()):
    strategy.run(step, args=(x, y))
