import tensorflow as tf


@tf.function
def train_step(x, y, model, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(y - model(x, training=True)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)
for x, y in tf.data.Dataset.from_tensor_slices(arrays).batch(8):
    train_step(x, y, model, optimizer)
