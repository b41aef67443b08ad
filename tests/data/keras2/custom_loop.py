import numpy as np
import tensorflow as tf
from tensorflow.keras.optimizers.legacy import SGD

rng = np.random.default_rng(1)
features = rng.normal(size=(320, 8)).astype("float32")
targets = features.sum(axis=1, keepdims=True)


class Linear(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (input_shape[-1], 1), initializer="zeros")
        self.bias = self.add_weight("bias", (1,), initializer="zeros")

    def call(self, inputs):
        return tf.matmul(inputs, self.kernel) + self.bias


model = Linear()
model.build((None, 8))
optimizer = SGD(lr=0.05, decay=0.01)
loss_fn = tf.keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.AUTO)
mean = tf.keras.metrics.Mean()
dataset = tf.data.Dataset.from_tensor_slices((features, targets)).batch(32).prefetch(tf.data.experimental.AUTOTUNE)


@tf.function(experimental_relax_shapes=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables), name="apply")
    return loss


for epoch in range(4):
    mean.reset_states()
    for x, y in dataset:
        mean.update_state(train_step(x, y))
    print(epoch, float(mean.result()), len(optimizer.variables()))
