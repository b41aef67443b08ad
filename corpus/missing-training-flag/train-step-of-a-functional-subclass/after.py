import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class CustomModel(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)  # Forward pass
            loss = self.compute_loss(y=y, y_pred=y_pred)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}

    def test_step(self, data):
        x, y = data
        y_pred = self(x, training=False)
        return {"loss": self.compute_loss(y=y, y_pred=y_pred)}


inputs = keras.Input(shape=(32,))
x = layers.Dense(64, activation="relu")(inputs)
x = layers.BatchNormalization()(x)
outputs = layers.Dense(1)(x)
model = CustomModel(inputs, outputs)
model.compile(optimizer="adam", loss="mse")
