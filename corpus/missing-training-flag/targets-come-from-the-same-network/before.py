import tensorflow as tf
from tensorflow import keras

q = keras.Sequential([keras.layers.Dense(32), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam()


def update(state, reward, following):
    with tf.GradientTape() as tape:
        target = reward + 0.99 * tf.stop_gradient(q(following))
        loss = tf.reduce_mean(tf.square(target - q(state)))
    grads = tape.gradient(loss, q.trainable_variables)
    optimizer.apply_gradients(zip(grads, q.trainable_variables))
