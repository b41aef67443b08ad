import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()

cce = tf.keras.losses.CategoricalCrossentropy()


def grads_of(x, y):
    with tf.GradientTape() as tape:
        probs = tf.nn.softmax(model(x, training=True))
        hard = tf.one_hot(tf.argmax(probs, axis=-1), 10)
        loss = cce(y, probs + tf.stop_gradient(hard - probs))
    return tape.gradient(loss, model.trainable_variables)
