import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.1)


def step(x, y):
    with tf.GradientTape(persistent=True) as tape:
        prediction = model(x, training=True)
    print("prediction:", tf.reduce_mean(prediction))
    with tape:
        loss = tf.reduce_mean(tf.square(y - prediction))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
