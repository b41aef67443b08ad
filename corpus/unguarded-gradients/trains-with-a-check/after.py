import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(4)
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam(0.01)
x = tf.random.stateless_normal((64, 5), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
        loss += 1e-4 * tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])
        loss = tf.debugging.check_numerics(loss, "loss is not finite")
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for step in range(40):
    print(step, float(train_step()))
