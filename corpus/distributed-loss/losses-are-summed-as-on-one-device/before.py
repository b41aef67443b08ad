import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.001)
    loss_fn = tf.keras.losses.MeanSquaredError(reduction="sum")


def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


for x, y in strategy.experimental_distribute_dataset(load()):
    print(strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(step, args=(x, y)), axis=None))
