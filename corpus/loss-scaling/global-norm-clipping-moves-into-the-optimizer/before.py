import tensorflow as tf
from tensorflow import keras

keras.mixed_precision.set_global_policy("mixed_float16")
CLIP = 5.0

model = keras.Sequential([keras.layers.Dense(16), keras.layers.Dense(1, dtype="float32")])
optimizer = keras.optimizers.SGD(0.05, momentum=0.9)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = keras.losses.MeanSquaredError()(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    # Long sequences explode.
    grads, _ = tf.clip_by_global_norm(grads, CLIP)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


x = tf.random.stateless_normal((64, 8), seed=(1, 2))
for _ in range(3):
    loss = train_step(x, tf.reduce_sum(x, axis=1, keepdims=True))
print("loss:", float(loss))
