import tensorflow as tf

train_dataset = tf.data.Dataset.from_tensor_slices(images).shuffle(60000)
train_dataset = train_dataset.batch(256)


def train(dataset, epochs):
    for epoch in range(epochs):
        for images in dataset:
            train_step(images)


train(train_dataset, 50)
