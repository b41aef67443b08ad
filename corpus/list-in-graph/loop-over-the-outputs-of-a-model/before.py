import tensorflow as tf

inputs = tf.keras.Input((4,))
model = tf.keras.Model(inputs, [tf.keras.layers.Dense(1)(inputs), tf.keras.layers.Dense(2)(inputs)])


@tf.function
def loss_of(x):
    losses = []
    for output in model(x):
        losses.append(tf.reduce_mean(tf.square(output)))
    return tf.add_n(losses)


print(loss_of(tf.ones((2, 4))))
