import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
x = tf.random.stateless_normal((160, 4), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.05)


@tf.function
def train_step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(labels - model(features, training=True)))
        scaled_loss = loss / strategy.num_replicas_in_sync
    gradients = tape.gradient(scaled_loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


dist_dataset = strategy.experimental_distribute_dataset(dataset)
for epoch in range(3):
    total = 0.0
    for features, labels in dist_dataset:
        per_replica_losses = strategy.run(train_step, args=(features, labels))
        total += strategy.reduce(tf.distribute.ReduceOp.MEAN, per_replica_losses, axis=None)
    print(round(float(total), 3))
