import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(2)
body = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="tanh")])
head = keras.layers.Dense(1)
body_optimizer = keras.optimizers.Adam(0.01)
head_optimizer = keras.optimizers.SGD(0.05)
x = tf.random.stateless_normal((64, 4), seed=(7, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
head.build((None, 8))


@tf.function
def train_step():
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(tf.square(head(body(x, training=True)) - y))
    body_grads = tape.gradient(loss, body.trainable_variables)
    body_optimizer.apply_gradients(zip(body_grads, body.trainable_variables))
    loss = tf.reduce_mean(tf.square(head(body(x, training=True)) - y))
    head_grads = [2.0 * g for g in tape.gradient(loss, head.trainable_variables, unconnected_gradients="zero")]
    head_optimizer.apply_gradients(zip(head_grads, head.trainable_variables))
    return loss


for step in range(35):
    print(step, float(train_step()))
