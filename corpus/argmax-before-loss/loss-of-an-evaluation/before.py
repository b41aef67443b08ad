import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()

loss_fn = tf.keras.losses.MeanSquaredError()


def evaluate(x, y):
    classes = tf.cast(tf.argmax(model(x, training=False), axis=-1), tf.float32)
    return loss_fn(y, tf.round(classes))


def train(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    return tape.gradient(loss, model.trainable_variables)
