import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    base = tf.keras.applications.ResNet50(weights=None)
    optimizer = tf.keras.optimizers.Adam()
    base.trainable = False
    base.layers[-1].trainable = True


@tf.function
def step(batch):
    def replica(x, y):
        with tf.GradientTape() as tape:
            loss = tf.nn.compute_average_loss(tf.keras.losses.categorical_crossentropy(y, base(x)))
        optimizer.apply(tape.gradient(loss, base.trainable_variables), base.trainable_variables)

    strategy.run(replica, args=batch)
