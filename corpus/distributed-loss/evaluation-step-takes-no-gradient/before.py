import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy()


def test_step(x, y):
    predictions = model(x, training=False)
    accuracy.update_state(y, predictions)
    return tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, predictions))


def generator_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


for x, y in strategy.experimental_distribute_dataset(load()):
    loss = strategy.run(test_step, args=(x, y))
    print(strategy.reduce(tf.distribute.ReduceOp.MEAN, loss, axis=None))
