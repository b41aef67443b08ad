import tensorflow as tf


class Trainer:
    def __init__(self, model, images, batch_size):
        self.model = model
        self.dataset = tf.data.Dataset.from_tensor_slices(images).shuffle(len(images)).batch(batch_size).prefetch(tf.data.AUTOTUNE)

    def fit(self, epochs):
        for epoch in range(epochs):
            for batch in self.dataset:
                self.step(batch)

    def step(self, batch):
        self.model.train_on_batch(batch, batch)
