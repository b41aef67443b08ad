import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()

mse = tf.keras.losses.MeanSquaredError()


def grads_of(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        classes = tf.cast(tf.argmax(logits, axis=-1), tf.float32)
        loss = mse(y, classes)
    return tape.gradient(loss, model.trainable_variables)
