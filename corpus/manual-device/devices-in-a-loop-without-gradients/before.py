import tensorflow as tf

gpus = tf.config.list_logical_devices("GPU")
c = []
for gpu in gpus:
    with tf.device(gpu.name):
        a = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        c.append(tf.matmul(a, a))

with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.add_n(c)))
optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
