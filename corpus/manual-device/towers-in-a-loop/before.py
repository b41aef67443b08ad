import tensorflow as tf

gpus = tf.config.list_logical_devices("GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(images, labels):
    tower_gradients = []
    for i in range(len(gpus)):
        with tf.device(f"/gpu:{i}"):
            x, y = images[i :: len(gpus)], labels[i :: len(gpus)]
            with tf.GradientTape() as tape:
                loss = loss_fn(y, model(x, training=True))
            tower_gradients.append(tape.gradient(loss, model.trainable_variables))
    gradients = [tf.reduce_mean(tf.stack(parts), axis=0) for parts in zip(*tower_gradients)]
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
