import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    context = tf.distribute.get_replica_context()
    gradients = context.all_reduce(tf.distribute.ReduceOp.MEAN, gradients)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables), experimental_aggregate_gradients=False)


for x, y in strategy.experimental_distribute_dataset(load()):
    strategy.run(step, args=(x, y))
