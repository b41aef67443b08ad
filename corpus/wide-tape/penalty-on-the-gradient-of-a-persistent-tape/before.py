import tensorflow as tf


def step(model, optimizer, x, y):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
        slopes = tape.gradient(loss, model.trainable_variables)
        loss += 0.01 * tf.linalg.global_norm(slopes)
        grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
