import tensorflow as tf
from tensorflow import keras

compute_loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
compute_accuracy = keras.metrics.SparseCategoricalAccuracy()


def train_step(model, optimizer, images, labels):

    # Record the operations used to compute the loss.
    with tf.GradientTape() as tape:
        logits = model(images, training=True)
        loss = compute_loss(labels, logits)
        compute_accuracy(labels, logits)

    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))

    return loss


def train(model, optimizer, dataset):
    for images, labels in dataset:
        loss = train_step(model, optimizer, images, labels)
        if tf.equal(optimizer.iterations % 50, 0):
            print("loss:", loss.numpy())


def main():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    optimizer = keras.optimizers.SGD(0.01)
    (x, y), _ = keras.datasets.mnist.load_data()
    dataset = tf.data.Dataset.from_tensor_slices((x / 255.0, y)).batch(32)
    for _ in range(20):
        train(model, optimizer, dataset)


if __name__ == "__main__":
    main()
