import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam()

teacher = tf.keras.models.clone_model(model)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def grads_of(x):
    with tf.GradientTape() as tape:
        pseudo = tf.argmax(teacher(x, training=False), axis=-1)
        own = tf.argmax(model(x), axis=-1)
        loss = loss_fn(pseudo, model(x, training=True)) + loss_fn(own, model(x, training=True))
    return tape.gradient(loss, model.trainable_variables)
