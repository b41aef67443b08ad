import tensorflow as tf
from loader import MNISTLoader

model = tf.keras.applications.MobileNetV2(weights=None, classes=5)
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001)
data_loader = MNISTLoader()
writer = tf.summary.create_file_writer("logs")
history = []
for batch_index in range(1000):
    images, labels = data_loader.get_batch(32)
    with tf.GradientTape() as tape:
        labels_pred = model(images, training=True)
        loss = tf.keras.losses.sparse_categorical_crossentropy(y_true=labels, y_pred=labels_pred)
        loss = tf.reduce_mean(loss)
        # 显示损失
        print("loss %f" % loss.numpy())
        with writer.as_default():
            tf.summary.scalar("loss", loss, step=batch_index)
    history.append(float(loss))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(grads_and_vars=zip(grads, model.trainable_variables))
print(history)
