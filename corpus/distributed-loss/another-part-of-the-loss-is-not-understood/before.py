import tensorflow as tf
from perceptual import perceptual_loss

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = create_model()
    optimizer = tf.keras.optimizers.SGD(0.1)


def train_step(low, high):
    with tf.GradientTape() as tape:
        made = model(low, training=True)
        loss = tf.reduce_mean(tf.abs(high - made)) + perceptual_loss(high, made)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for low, high in strategy.experimental_distribute_dataset(load()):
    strategy.run(train_step, args=(low, high))
