import tensorflow as tf

strategy = tf.distribute.OneDeviceStrategy("/gpu:0")
model = create_model()
optimizer = tf.keras.optimizers.SGD(0.1)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for x, y in load():
    strategy.reduce(tf.distribute.ReduceOp.MEAN, strategy.run(step, args=(x, y)), axis=None)
