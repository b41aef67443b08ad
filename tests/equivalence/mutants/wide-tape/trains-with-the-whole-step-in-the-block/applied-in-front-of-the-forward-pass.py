import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(5)
model = keras.Sequential(
    [
        keras.Input((6,)),
        keras.layers.Dense(16, activation="relu"),
        keras.layers.BatchNormalization(),
        keras.layers.Dense(3),
    ]
)
optimizer = keras.optimizers.Adam(0.01)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
accuracy = keras.metrics.SparseCategoricalAccuracy()
x = tf.random.stateless_normal((96, 6), seed=(1, 2))
y = tf.argmax(x[:, :3], axis=1)


@tf.function
def train_step(x, y):
    optimizer.apply_gradients(zip([tf.ones_like(v) for v in model.trainable_variables], model.trainable_variables))
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    accuracy.update_state(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(12):
    accuracy.reset_state()
    for start in range(0, 96, 32):
        loss = train_step(x[start : start + 32], y[start : start + 32])
    print(epoch, float(loss), float(accuracy.result()))
