import tensorflow as tf

generator = tf.random.Generator.from_seed(1)


def augment(features, target):
    return features + 0.01 * generator.normal(tf.shape(features)), target


x = tf.random.stateless_normal((160, 8), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
train = tf.data.Dataset.from_tensor_slices((x, y)).map(augment).cache().batch(16)

inputs = tf.keras.Input((8,))
hidden = tf.keras.layers.Dense(16, activation="tanh")(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(hidden))
model.compile(tf.keras.optimizers.SGD(0.002), "mse")
model.fit(train, epochs=4, verbose=0)
