import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([
        tf.keras.layers.Input((4,)),
        tf.keras.layers.Dense(1, kernel_regularizer="l2"),
    ])
    optimizer = tf.keras.optimizers.SGD(0.1)
    loss_fn = tf.keras.losses.MeanSquaredError()


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True)) + tf.nn.scale_regularization_loss(tf.add_n(model.losses))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


dist_dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices(arrays).batch(8))
for x, y in dist_dataset:
    per_replica_losses = strategy.run(step, args=(x, y))
    print(strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica_losses, axis=None))
