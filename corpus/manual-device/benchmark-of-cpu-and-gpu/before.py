import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


def run(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    return tape.gradient(loss, model.trainable_variables)


with tf.device("/cpu:0"):
    measure(lambda: run(tf.ones((8, 8))))
with tf.device("/gpu:0"):
    measure(lambda: run(tf.ones((8, 8))))
optimizer.apply_gradients(zip(run(tf.ones((8, 8))), model.trainable_variables))
