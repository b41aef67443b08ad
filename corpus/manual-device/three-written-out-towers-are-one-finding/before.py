import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


def step(a, b, c):
    with tf.device("/device:GPU:0"):
        with tf.GradientTape() as tape_a:
            loss_a = tf.reduce_mean(model(a))
        grads_a = tape_a.gradient(loss_a, model.trainable_variables)
    with tf.device("/device:GPU:1"):
        with tf.GradientTape() as tape_b:
            loss_b = tf.reduce_mean(model(b))
        grads_b = tape_b.gradient(loss_b, model.trainable_variables)
    with tf.device("/device:GPU:2"):
        with tf.GradientTape() as tape_c:
            loss_c = tf.reduce_mean(model(c))
        grads_c = tape_c.gradient(loss_c, model.trainable_variables)
    with tf.device("/cpu:0"):
        optimizer.apply_gradients(zip(mean(grads_a, grads_b, grads_c), model.trainable_variables))
