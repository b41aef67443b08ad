import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()


def grads_of(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.keras.losses.sparse_categorical_crossentropy(
                y, model(x, training=True), from_logits=True
            )
        )
    return tape.gradient(loss, model.trainable_variables)
