import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits) + 0.5 * tf.reduce_sum(model.losses)
    optimizer.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)


for x, y in strategy.experimental_distribute_dataset(load()):
    strategy.run(step, args=(x, y))
