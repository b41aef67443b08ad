import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
teacher = tf.keras.applications.ResNet50(weights=None)
ema_optimizer = tf.keras.optimizers.Adam()
with strategy.scope():
    student = tf.keras.applications.MobileNetV2(weights=None)
    optimizer = tf.keras.optimizers.SGD(0.1)


def step(images):
    soft = teacher(images, training=False)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.keras.losses.kl_divergence(soft, student(images, training=True)))
    optimizer.apply_gradients(zip(tape.gradient(loss, student.trainable_variables), student.trainable_variables))
    return loss


for batch in strategy.experimental_distribute_dataset(make_dataset()):
    strategy.run(step, args=(batch,))
