import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(16), keras.layers.GaussianNoise(0.1), keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam()


def _loss(x, y):
    y_ = model(x)
    return tf.reduce_mean(tf.square(y_ - y))


def _grad(x, y):
    with tf.GradientTape() as tape:
        loss = _loss(x, y)
    return loss, tape.gradient(loss, model.trainable_variables)


if __name__ == "__main__":
    for x, y in tf.data.Dataset.from_tensor_slices((tf.zeros([8, 4]), tf.zeros([8, 1]))).batch(4):
        loss, grads = _grad(x, y)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
