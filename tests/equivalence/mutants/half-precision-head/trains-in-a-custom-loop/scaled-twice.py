import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")

model = keras.Sequential([layers.Dense(32, activation="relu"), layers.Dense(4, activation="softmax", dtype="float32")])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1))
loss_fn = keras.losses.SparseCategoricalCrossentropy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
        scaled_loss = optimizer.scale_loss(optimizer.scale_loss(loss))
    gradients = tape.gradient(scaled_loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.argmax(x[:, :4], axis=1)
for _ in range(40):
    train_step(x, y)
