import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    encoder = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(2)])
    decoder = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(4)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    other = tf.keras.optimizers.SGD(0.1)


def step(x):
    with tf.GradientTape(persistent=True) as tape:
        codes = encoder(x)
        sparse = tf.reduce_mean(tf.abs(codes))
        loss = tf.reduce_mean(tf.square(x - decoder(codes)))
    optimizer.apply_gradients(zip(tape.gradient(sparse, encoder.trainable_variables), encoder.trainable_variables))
    other.apply_gradients(zip(tape.gradient(loss, decoder.trainable_variables), decoder.trainable_variables))


for x in tf.data.Dataset.from_tensor_slices(arrays).batch(8):
    step(x)
