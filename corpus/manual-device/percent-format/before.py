import tensorflow as tf

NUM_GPUS = 4
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)

for x, y in dataset:
    towers = []
    for i in range(NUM_GPUS):
        device = "/gpu:%d" % i
        with tf.device(device), tf.name_scope("tower"):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(y[i] - model(x[i])))
            grads = tape.gradient(loss, model.trainable_weights)
            towers.append(grads)
    optimizer.apply_gradients(zip(mean(towers), model.trainable_weights))
