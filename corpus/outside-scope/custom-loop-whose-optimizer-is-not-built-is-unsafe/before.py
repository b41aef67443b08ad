import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.applications.MobileNetV2(weights=None, classes=10)

optimizer = tf.keras.optimizers.Adam()


def step_fn(images, labels):
    with tf.GradientTape() as tape:
        loss = tf.keras.losses.sparse_categorical_crossentropy(labels, model(images, training=True))
        loss = tf.nn.compute_average_loss(loss)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


@tf.function
def distributed_step(batch):
    return strategy.run(step_fn, args=batch)


for batch in strategy.experimental_distribute_dataset(make_dataset()):
    distributed_step(batch)
