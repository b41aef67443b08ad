import tensorflow as tf

BATCH_SIZE_PER_REPLICA = 32
strategy = tf.distribute.MirroredStrategy()
GLOBAL_BATCH_SIZE = BATCH_SIZE_PER_REPLICA * strategy.num_replicas_in_sync
dataset = load().batch(GLOBAL_BATCH_SIZE)

with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)


def train_step(x, y):
    with tf.GradientTape() as tape:
        losses = tf.keras.losses.sparse_categorical_crossentropy(y, model(x, training=True))
        loss = tf.reduce_sum(losses) * (1.0 / BATCH_SIZE_PER_REPLICA) / strategy.num_replicas_in_sync  # per replica
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for x, y in strategy.experimental_distribute_dataset(dataset):
    losses = strategy.run(train_step, args=(x, y))
    print(strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None))
