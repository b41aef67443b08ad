import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    encoder, decoder = build()
    optimizer_e = tf.keras.optimizers.SGD(0.1)
    optimizer_d = tf.keras.optimizers.SGD(0.2)
    mean = tf.keras.metrics.Mean()


def step(x):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(tf.square(x - decoder(encoder(x))))
        scaled_loss = loss / strategy.num_replicas_in_sync
    mean.update_state(loss)
    gradients = tape.gradient(scaled_loss, encoder.trainable_variables)
    optimizer_e.apply_gradients(zip(gradients, encoder.trainable_variables))
    gradients = tape.gradient(target=scaled_loss, sources=decoder.trainable_variables)
    optimizer_d.apply_gradients(zip(gradients, decoder.trainable_variables))


for x in strategy.experimental_distribute_dataset(load()):
    strategy.run(step, args=(x,))
