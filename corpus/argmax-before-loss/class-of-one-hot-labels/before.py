import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def grads_of(x, y_onehot):
    with tf.GradientTape() as tape:
        labels = tf.argmax(y_onehot, axis=-1)
        loss = loss_fn(labels, model(x, training=True))
    return tape.gradient(loss, model.trainable_variables)
