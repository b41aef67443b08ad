import tensorflow as tf


def train_epoch(model, optimizer, dataset):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - y))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))


def main(model, dataset):
    optimizer = tf.keras.optimizers.Adam()
    for epoch in range(100):
        train_epoch(model, optimizer, dataset)
