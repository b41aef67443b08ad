import tensorflow as tf
from plots import LossHistory, Plotter

model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(1e-2)
loss_history = LossHistory(0.95)
plotter = Plotter()
(train_images, train_labels), _ = tf.keras.datasets.mnist.load_data()


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        logits = model(images)
        loss_value = tf.keras.losses.sparse_categorical_crossentropy(labels, logits)
    # Backpropagation
    grads = tape.gradient(loss_value, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss_value


for idx in range(0, 60000, 50):
    images = tf.convert_to_tensor(train_images[idx : idx + 50], dtype=tf.float32)
    labels = train_labels[idx : idx + 50]

    loss_value = train_step(images, labels)
    loss_history.append(loss_value.numpy().mean())  # append the loss
    plotter.plot(loss_history.get())
