import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices((tf.random.normal([64, 4]), tf.random.normal([64, 1]))).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.SGD(0.1)

for step, (x, y) in enumerate(dataset):
    with tf.GradientTape() as tape:
        pred = model(x, training=True)
        loss = mse(y, pred)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    print(step, loss.numpy())
