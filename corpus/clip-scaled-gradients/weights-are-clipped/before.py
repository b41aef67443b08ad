import tensorflow as tf
from tensorflow import keras

critic = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.RMSprop(5e-5))


@tf.function
def train_step(real, fake):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
        scaled_loss = optimizer.scale_loss(loss)
    grads = tape.gradient(scaled_loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(grads, critic.trainable_variables))
    for w in critic.trainable_variables:
        w.assign(tf.clip_by_value(w, -0.01, 0.01))
