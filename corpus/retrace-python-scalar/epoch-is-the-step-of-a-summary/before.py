import tensorflow as tf

loss_fn = tf.keras.losses.BinaryCrossentropy(from_logits=True)
EPOCHS = 150


@tf.function
def train_step(images, target, epoch, generator, optimizer, summary_writer):
    with tf.GradientTape() as tape:
        outputs = generator(images, training=True)
        loss = loss_fn(target, outputs)
    gradients = tape.gradient(loss, generator.trainable_variables)
    optimizer.apply_gradients(zip(gradients, generator.trainable_variables))

    with summary_writer.as_default():
        tf.summary.scalar('loss', loss, step=epoch)
        tf.summary.scalar('outputs', tf.reduce_mean(outputs), epoch)


def train(dataset, generator):
    optimizer = tf.keras.optimizers.Adam(2e-4, beta_1=0.5)
    writer = tf.summary.create_file_writer('logs')
    for epoch in range(EPOCHS):
        for n, (images, target) in dataset.enumerate():
            print('.', end='')
            train_step(images, target, epoch, generator, optimizer, writer)
