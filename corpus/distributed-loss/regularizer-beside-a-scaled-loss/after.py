import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)
    loss_object = tf.keras.losses.CategoricalCrossentropy(reduction=tf.losses.Reduction.NONE)


def compute_loss(labels, predictions, global_batch_size):
    per_example_loss = loss_object(labels, predictions)
    loss = tf.nn.compute_average_loss(per_example_loss, global_batch_size=global_batch_size)
    return loss + sum(model.losses) / strategy.num_replicas_in_sync  # L2


@tf.function
def train_step(inputs, size):
    def step_fn(images, labels):
        with tf.GradientTape() as tape:
            loss = compute_loss(labels, model(images, training=True), size)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    losses = strategy.run(step_fn, args=inputs)
    return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)
