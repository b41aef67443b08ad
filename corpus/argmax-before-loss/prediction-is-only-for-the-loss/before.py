import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def grads_of(x, y):
    with tf.GradientTape() as tape:
        output = tf.argmax(model(x, training=True), axis=-1)
        loss = loss_fn(y, output)
    return tape.gradient(loss, model.trainable_variables)
