import tensorflow as tf

gpus = tf.config.list_logical_devices("GPU")


def train(model, optimizer, shards):
    towers = []
    for (x, y), gpu in zip(shards, gpus):
        with tf.device(gpu.name):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(y - model(x)))
            towers.append(tape.gradient(loss, model.trainable_variables))
    optimizer.apply_gradients(zip(average(towers), model.trainable_variables))
