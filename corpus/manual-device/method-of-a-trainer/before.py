import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def tower(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.model(batch))
        return tape.gradient(loss, self.model.trainable_variables)

    def step(self, batches):
        gradients = []
        for i, batch in enumerate(batches):
            with tf.device("/gpu:" + str(i)):
                gradients.append(self.tower(batch))
        mean = [tf.add_n(parts) / len(batches) for parts in zip(*gradients)]
        self.optimizer.apply_gradients(zip(mean, self.model.trainable_variables))
