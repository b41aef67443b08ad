import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
mse = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.Adam()

for x, y in tf.data.Dataset.from_tensor_slices((tf.zeros([8, 2]), tf.zeros([8, 1]))).batch(4):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    print(loss.numpy())
