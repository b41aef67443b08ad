import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.Adam()
    loss_fn = tf.keras.losses.CategoricalCrossentropy()


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def fit(dataset):
    for x, y in strategy.experimental_distribute_dataset(dataset):
        per_replica = strategy.run(train_step, args=(x, y))
        print(float(strategy.reduce(tf.distribute.ReduceOp.MEAN, per_replica, axis=None)))
