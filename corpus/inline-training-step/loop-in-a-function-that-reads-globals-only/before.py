import tensorflow as tf

from data import make_dataset

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
train_ds = make_dataset()


def train_epoch(epoch):
    # Over all batches.
    for x, y in train_ds:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - y))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
    print(epoch, loss.numpy())


for epoch in range(20):
    train_epoch(epoch)
