import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()

optimizer = tf.keras.optimizers.Adam()


def train_step(x, y):
    predictions = model(x, training=True)
    with tf.GradientTape() as tape:
        loss = mse(y, predictions)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
