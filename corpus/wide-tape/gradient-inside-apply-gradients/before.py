import tensorflow as tf

optimizer = tf.keras.optimizers.legacy.Adam(1e-4)


def fit(model, dataset, loss_object):
    for images, labels in dataset:
        with tf.GradientTape() as tape:
            loss = loss_object(labels, model(images, training=True))
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
