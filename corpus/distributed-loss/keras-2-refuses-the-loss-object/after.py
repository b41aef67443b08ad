import tensorflow as tf

BATCH_SIZE = 16
strategy = tf.distribute.MirroredStrategy()
x = tf.random.stateless_normal((160, 4), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(BATCH_SIZE, drop_remainder=True)
dist_dataset = strategy.experimental_distribute_dataset(dataset)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = tf.keras.optimizers.SGD(0.05)
    loss_object = tf.keras.losses.MeanSquaredError(reduction="none")


def train_step(inputs):
    features, labels = inputs
    with tf.GradientTape() as tape:
        predictions = model(features, training=True)
        loss = tf.nn.compute_average_loss(loss_object(labels, predictions), global_batch_size=BATCH_SIZE)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(3):
    for batch in dist_dataset:
        per_replica = strategy.run(train_step, args=(batch,))
    print(round(float(strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica, axis=None)), 3))
