import tensorflow as tf
import tf_keras

tf_keras.mixed_precision.set_global_policy("mixed_float16")
model = tf_keras.Sequential([tf_keras.layers.Dense(8), tf_keras.layers.Dense(1, dtype="float32")])
optimizer = tf_keras.mixed_precision.LossScaleOptimizer(tf_keras.optimizers.SGD(0.1))


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    optimizer.minimize(loss, model.trainable_variables, tape=tape)  # instead of apply_gradients
