import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf

tf.keras.mixed_precision.set_global_policy('mixed_float16')

model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation='relu'), tf.keras.layers.Dense(1, dtype='float32')])
optimizer = tf.keras.optimizers.Adam(learning_rate=1e-3)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        # 均方误差
        loss = tf.reduce_mean(tf.square(model(x) - y))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


x = tf.random.stateless_normal((64, 8), seed=(1, 2))
for _ in range(3):
    loss = train_step(x, tf.reduce_sum(x, axis=1, keepdims=True))
print("loss:", float(loss))
