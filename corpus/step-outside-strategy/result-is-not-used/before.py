import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()

with strategy.scope():
    model = tf.keras.applications.MobileNetV2(weights=None, classes=10)
    optimizer = tf.keras.optimizers.SGD(0.1)
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy()  # 准确率


@tf.function
def train_step(batch):
    images, labels = batch
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = tf.nn.compute_average_loss(tf.keras.losses.sparse_categorical_crossentropy(labels, predictions))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    accuracy.update_state(labels, predictions)


def main(epochs, files):
    train_ds = tf.data.Dataset.from_tensor_slices(files).map(load).batch(32)

    for epoch in range(epochs):
        accuracy.reset_state()
        # 一个周期
        for batch in train_ds:
            train_step(batch)
        print(accuracy.result())
