import tensorflow as tf
import keras

model = keras.Sequential([keras.layers.Dense(1)])
opt = keras.optimizers.LossScaleOptimizer(keras.optimizers.RMSprop(1e-4))


def train(dataset):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = opt.scale_loss(tf.reduce_mean((model(x) - y) ** 2))
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip([tf.clip_by_value(g, -0.5, 0.5) for g in grads], model.trainable_variables))
