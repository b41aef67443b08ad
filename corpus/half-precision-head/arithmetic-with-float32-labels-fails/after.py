import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_bfloat16")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.optimizers.SGD(0.01)


def step(x, y):
    with tf.GradientTape() as tape:
        prediction = model(x, training=True)
        loss = tf.reduce_mean(tf.square(prediction - y))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


print(step(tf.ones((4, 2)), tf.ones((4, 1))))
