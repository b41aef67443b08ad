import tensorflow as tf
from tensorflow import keras


def build():
    return keras.Sequential([keras.layers.Dense(8), keras.layers.Dropout(0.5), keras.layers.Dense(10)])


teacher = build()
student = build()
optimizer = keras.optimizers.Adam()


def distill(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(teacher(x) - student(x)))
    grads = tape.gradient(loss, student.trainable_variables)
    optimizer.apply_gradients(zip(grads, student.trainable_variables))
