import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)

strategy = tf.distribute.MirroredStrategy()
BATCH = 32


def make_dataset(context):
    return tf.data.Dataset.from_tensor_slices((features, targets)).batch(context.get_per_replica_batch_size(BATCH))


dataset = strategy.experimental_distribute_datasets_from_function(make_dataset)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", input_shape=(8,))])
    optimizer = tf.keras.optimizers.legacy.SGD(lr=0.05)
    loss_fn = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.NONE)
    mean = tf.keras.metrics.Mean()


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.nn.compute_average_loss(loss_fn(y, model(x, training=True)), global_batch_size=BATCH)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    mean.update_state(loss)
    return loss


@tf.function
def distributed_step(x, y):
    losses = strategy.run(train_step, args=(x, y))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


for epoch in range(4):
    mean.reset_states()
    for x, y in dataset:
        distributed_step(x, y)
    print(epoch, float(mean.result()))
