import tensorflow as tf
from tensorflow import keras


class Classifier(keras.Model):
    def __init__(self, units=32, classes=10):
        super().__init__()
        self.hidden = keras.layers.Dense(units, activation="relu")
        self.dropout = keras.layers.Dropout(0.5)
        self.out = keras.layers.Dense(classes)

    def call(self, inputs):
        return self.out(self.dropout(self.hidden(inputs)))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y=y, y_pred=self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


model = Classifier()
model.compile(optimizer="adam", loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(tf.zeros((64, 8)), tf.zeros(64), epochs=2)
