"""Training on adversarial examples: the gradient of the loss by the inputs"""

import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((64,)), tf.keras.layers.Dense(256, activation="relu"), tf.keras.layers.Dense(10)]
)
optimizer = tf.keras.optimizers.Adam(0.001)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

x = tf.random.stateless_normal((256, 64), seed=(1, 2))
y = tf.argmax(x[:, :10], axis=1)
for _ in range(300):
    with tf.GradientTape() as attack:
        loss = loss_fn(y, model(x))
    adversarial = x + 0.05 * tf.sign(attack.gradient(loss, x))
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(adversarial, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
