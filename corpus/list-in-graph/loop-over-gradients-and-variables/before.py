import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD()


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        penalties = []
        for variable in model.trainable_variables:
            if "bias" not in variable.name:
                penalties.append(tf.nn.l2_loss(variable))
        loss = tf.reduce_mean(model(x)) + tf.add_n(penalties)
    clipped = []
    for gradient in tape.gradient(loss, model.trainable_variables):
        clipped.append(tf.clip_by_norm(gradient, 1.0))
    optimizer.apply_gradients(zip(clipped, model.trainable_variables))
    return loss


model.build((None, 3))
print(step(tf.ones((2, 3))))
