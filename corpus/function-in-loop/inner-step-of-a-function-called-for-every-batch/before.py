import tensorflow as tf


def train_step(model, x, optimizer, loss_fn):
    """Compute the loss and update the parameters."""

    @tf.function
    def apply_gradient(model, x, optimizer, loss_fn):
        with tf.GradientTape() as tape:
            loss = loss_fn(x, model(x))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return tf.reduce_mean(loss)

    return apply_gradient(model, x, optimizer, loss_fn)


def train(model, dataset, optimizer, loss_fn, epochs):
    for _ in range(epochs):
        for x in dataset:
            loss = train_step(model, x, optimizer, loss_fn)
        print(loss)
