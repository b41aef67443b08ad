import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices((tf.zeros([8, 4]), tf.one_hot(tf.zeros([8], tf.int32), 3))).batch(4)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.SGD()
cce = tf.keras.losses.CategoricalCrossentropy(from_logits=True)

for x, y in dataset:
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = cce(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
