import tensorflow as tf

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)
mse = tf.keras.losses.MeanSquaredError()

x = tf.random.stateless_normal((64, 4), seed=(1, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
for _ in range(40):
    # the direction in which the loss grows fastest
    with tf.GradientTape() as attack:
        loss = mse(y, model(x))
    adversarial = x + 0.05 * tf.sign(attack.gradient(loss, x))
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = mse(y, model(adversarial, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print("loss:", float(loss))
