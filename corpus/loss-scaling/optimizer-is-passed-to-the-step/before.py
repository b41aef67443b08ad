import tensorflow as tf
from tensorflow import keras


@tf.function
def train_step(model, opt, loss_fn, x, y):
    with tf.GradientTape() as t:
        scaled_loss = loss_fn(y, model(x)) / 2.0
    g = t.gradient(scaled_loss, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))


def main():
    keras.mixed_precision.set_global_policy("mixed_float16")
    model = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1, dtype="float32")])
    optimizer = keras.optimizers.SGD(0.1)
    for x, y in [(tf.ones((2, 2)), tf.ones((2, 1)))]:
        train_step(model, optimizer, keras.losses.MeanSquaredError(), x, y)


main()
