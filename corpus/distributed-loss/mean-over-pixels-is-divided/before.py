import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    unet = build_unet()
    optimizer = tf.keras.optimizers.SGD(0.1)


def loss_of(masks, logits):
    per_pixel = tf.nn.sigmoid_cross_entropy_with_logits(labels=masks, logits=logits)
    return tf.reduce_mean(per_pixel)  # batch, height and width


def train_step(images, masks):
    with tf.GradientTape() as tape:
        loss = loss_of(masks, unet(images, training=True))
    grads = tape.gradient(loss, unet.trainable_variables)
    optimizer.apply_gradients(zip(grads, unet.trainable_variables))


for images, masks in strategy.experimental_distribute_dataset(load()):
    strategy.run(train_step, args=(images, masks))
