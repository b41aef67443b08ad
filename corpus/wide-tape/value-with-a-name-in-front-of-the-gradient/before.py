import tensorflow as tf


def step(model, optimizer, loss_fn, x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
        correct = tf.equal(tf.argmax(logits, axis=1), y)
        accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return accuracy
