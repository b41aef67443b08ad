import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)


def by_hand(shards):
    grads = []
    for i, x in enumerate(shards):
        with tf.device(f"/gpu:{i}"):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x))
            grads.append(tape.gradient(loss, model.trainable_variables))
    optimizer.apply_gradients(zip(mean(grads), model.trainable_variables))
