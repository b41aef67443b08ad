import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
batch_size = 32 * strategy.num_replicas_in_sync
scale = 1.0 / batch_size
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)


def step_fn(x, y):
    with tf.GradientTape() as tape:
        cross_entropy = tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=model(x))
        loss = tf.reduce_sum(cross_entropy) * scale
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


for x, y in strategy.experimental_distribute_dataset(load()):
    strategy.run(step_fn, args=(x, y))
