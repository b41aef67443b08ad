import tensorflow as tf


class Regressor(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    @tf.function
    def error(self, y, y_pred):
        error = tf.reduce_mean(tf.square(y - y_pred))
        print("error:", error)
        return error

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.error(y, self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"error": loss}


model = Regressor()
model.compile("sgd")
model.fit(tf.ones([8, 2]), tf.ones([8, 1]))
