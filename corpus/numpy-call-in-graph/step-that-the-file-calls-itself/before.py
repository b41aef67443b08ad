import numpy as np
import tensorflow as tf


class Model(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        loss = tf.reduce_mean(tf.square(y - self(x)))
        return {"loss": np.sqrt(loss.numpy())}


model = Model()
for batch in tf.data.Dataset.from_tensor_slices((tf.ones((4, 2)), tf.ones((4, 1)))).batch(2):
    print(model.train_step(batch))
