import tensorflow as tf

ensemble = [build() for _ in range(4)]
optimizers = [tf.keras.optimizers.SGD(0.1) for _ in range(4)]


def step(x, y):
    found = []
    for i in range(4):
        with tf.device(f"/gpu:{i}"):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(y - ensemble[i](x)))
            found.append(tape.gradient(loss, ensemble[i].trainable_variables))
    for i in range(4):
        optimizers[i].apply_gradients(zip(found[i], ensemble[i].trainable_variables))
