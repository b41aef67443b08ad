import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
net = tf.keras.Sequential([tf.keras.layers.Dense(16), tf.keras.layers.Dense(1, dtype="float32")])
net.compile(tf.keras.optimizers.SGD(0.1), "mse")


def train(dataset):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            error = tf.reduce_mean((net(x) - y) ** 2)
            scaled_loss = net.optimizer.scale_loss(error)
        net.optimizer.apply_gradients(zip(tape.gradient(scaled_loss, net.trainable_variables), net.trainable_variables))
