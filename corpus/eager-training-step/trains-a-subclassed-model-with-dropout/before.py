import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(2)


class Classifier(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(32, activation="relu")
        self.normalization = keras.layers.BatchNormalization()
        self.dropout = keras.layers.Dropout(0.3)
        self.out = keras.layers.Dense(3)

    def call(self, inputs, training=None):
        hidden = self.normalization(self.hidden(inputs), training=training)
        return self.out(self.dropout(hidden, training=training))


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = keras.optimizers.Adam(1e-2)
        self.loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.accuracy = keras.metrics.SparseCategoricalAccuracy()

    def step(self, features, labels):
        with tf.GradientTape() as tape:
            logits = self.model(features, training=True)
            loss = self.loss(labels, logits)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.accuracy.update_state(labels, logits)
        return loss

    def fit(self, dataset, epochs):
        for epoch in range(epochs):
            for features, labels in dataset:
                loss = self.step(features, labels)
            print(epoch, float(loss), float(self.accuracy.result()))


if __name__ == "__main__":
    x = tf.random.stateless_normal((300, 5), seed=(3, 4))
    y = tf.argmax(x[:, :3], axis=1)
    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(30)
    Trainer(Classifier()).fit(data, epochs=4)
