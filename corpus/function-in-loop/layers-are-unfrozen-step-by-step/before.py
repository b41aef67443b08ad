import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)])
x = tf.ones((8, 3))
for phase in range(6):
    model.layers[-1].trainable = phase > 2

    @tf.function
    def count(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        return tape.gradient(loss, model.trainable_variables)

    count(x)
