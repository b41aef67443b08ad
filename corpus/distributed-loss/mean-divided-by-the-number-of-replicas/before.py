import tensorflow as tf

strategy = tf.distribute.experimental.TPUStrategy(resolver)
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train_step(iterator):
    def step_fn(inputs):
        images, labels = inputs
        with tf.GradientTape() as tape:
            predictions = model(images, training=True)
            loss1 = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(labels, predictions))
            loss2 = tf.reduce_sum(model.losses)
            loss = loss1 + loss2
            scaled_loss = loss / strategy.num_replicas_in_sync
        grads = tape.gradient(scaled_loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))

    strategy.run(step_fn, args=(next(iterator),))
