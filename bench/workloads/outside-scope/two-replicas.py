"""`strategy.run` on two logical devices, model and optimizer made outside of the scope"""

import tensorflow as tf

GLOBAL_BATCH = 64
strategy = tf.distribute.MirroredStrategy()
x = tf.random.stateless_normal((6400, 32), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(GLOBAL_BATCH)
dist_dataset = strategy.experimental_distribute_dataset(dataset)

model = tf.keras.Sequential([tf.keras.layers.Input((32,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)


def train_step(inputs):
    features, labels = inputs
    with tf.GradientTape() as tape:
        losses = tf.square(model(features, training=True) - labels)[:, 0]
        loss = tf.nn.compute_average_loss(losses, global_batch_size=GLOBAL_BATCH)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def distributed_step(inputs):
    return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(train_step, args=(inputs,)), axis=None)


for epoch in range(5):
    for batch in dist_dataset:
        distributed_step(batch)
