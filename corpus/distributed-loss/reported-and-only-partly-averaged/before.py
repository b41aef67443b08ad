import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)
    log = tf.keras.metrics.Mean()


def train_step(x, y):
    with tf.GradientTape() as tape:
        out, mean, logvar = model(x, training=True)
        kl = -0.5 * tf.reduce_mean(1 + logvar - tf.square(mean) - tf.exp(logvar))
        loss = tf.nn.compute_average_loss(tf.losses.mse(y, out)) + kl
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    log.update_state(loss)


for x, y in strategy.experimental_distribute_dataset(load()):
    strategy.run(train_step, args=(x, y))
