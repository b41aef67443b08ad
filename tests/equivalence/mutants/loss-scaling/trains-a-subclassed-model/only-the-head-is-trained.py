import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")


class Regression(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(16, activation="relu")
        self.out = keras.layers.Dense(1, dtype="float32")

    def call(self, inputs):
        return self.out(self.hidden(inputs))


model = Regression()
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.05))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
        scaled_loss = optimizer.scale_loss(loss)
    gradients = tape.gradient(scaled_loss, model.out.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.out.trainable_variables))
    return loss


x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.tanh(tf.reduce_sum(x, axis=1, keepdims=True))
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(16).prefetch(tf.data.AUTOTUNE)
for epoch in range(4):
    for features, labels in dataset:
        loss = train_step(features, labels)
print("loss:", float(loss))
