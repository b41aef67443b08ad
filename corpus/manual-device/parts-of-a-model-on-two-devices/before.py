import tensorflow as tf

with tf.device("/gpu:0"):
    encoder = tf.keras.Sequential([tf.keras.layers.Dense(1000)])
with tf.device("/gpu:1"):
    decoder = tf.keras.Sequential([tf.keras.layers.Dense(1000)])
optimizer = tf.keras.optimizers.SGD(0.1)


def step(x):
    with tf.GradientTape() as tape:
        with tf.device("/gpu:0"):
            h = encoder(x)
        with tf.device("/gpu:1"):
            loss = tf.reduce_mean(tf.square(x - decoder(h)))
    variables = encoder.trainable_variables + decoder.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
