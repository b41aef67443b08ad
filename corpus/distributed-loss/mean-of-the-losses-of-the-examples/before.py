import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(3)])
    optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
    loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


def train_step(features, labels):
    with tf.GradientTape() as tape:
        losses = loss_object(labels, model(features, training=True))
        loss = tf.reduce_mean(losses)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def distributed_train_step(features, labels):
    losses = strategy.run(train_step, args=(features, labels))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


def train(dataset):
    for features, labels in strategy.experimental_distribute_dataset(dataset):
        distributed_train_step(features, labels)
