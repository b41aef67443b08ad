import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()

accuracy = tf.keras.metrics.BinaryAccuracy()


def grads_of(x, y):
    with tf.GradientTape() as tape:
        out = model(tf.floor(x), training=True)
        accuracy.update_state(y, tf.round(out))
        loss = mse(tf.sign(y), out)
    return tape.gradient(loss, model.trainable_variables)
