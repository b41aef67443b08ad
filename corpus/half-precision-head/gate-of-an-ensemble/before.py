import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_bfloat16")
gate = keras.Sequential([layers.Dense(8, activation="relu"), layers.Dense(2, activation="softmax")])
experts = keras.Sequential([layers.Dense(16, activation="tanh"), layers.Dense(2, activation="tanh")])
optimizer = keras.optimizers.SGD(0.1)


def step(x, y):
    with tf.GradientTape() as tape:
        # Both are half precision: only one of them in float32 would fail here.
        mixture = gate(x) * experts(x)
        loss = tf.reduce_mean(tf.square(tf.reduce_sum(tf.cast(mixture, tf.float32), axis=1) - y))
    variables = gate.trainable_variables + experts.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
