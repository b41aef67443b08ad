import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential(
    [
        keras.layers.Dense(16, activation="relu"),
        keras.layers.BatchNormalization(),
        keras.layers.Dense(1),
    ]
)
optimizer = keras.optimizers.SGD(0.05)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


x = 5 + 3 * tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.tanh(tf.reduce_sum(x - 5, axis=1, keepdims=True))
for epoch in range(4):
    for start in range(0, 160, 16):
        loss = train_step(x[start : start + 16], y[start : start + 16])
print("loss:", float(loss))
