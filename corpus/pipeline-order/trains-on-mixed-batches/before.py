import tensorflow as tf

x = tf.random.stateless_normal((320, 8), seed=(1, 2))
y = tf.reduce_sum(tf.sin(x), axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(320, seed=3).prefetch(4).batch(32)

inputs = tf.keras.Input((8,))
hidden = tf.keras.layers.Dense(16, activation="tanh")(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(hidden))
optimizer = tf.keras.optimizers.SGD(0.02, momentum=0.9)


@tf.function
def train_step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features, training=True) - labels))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(4):
    for features, labels in dataset:
        train_step(features, labels)
