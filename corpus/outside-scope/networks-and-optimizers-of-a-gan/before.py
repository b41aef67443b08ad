import tensorflow as tf
from tensorflow.keras import Sequential, layers

NOISE = 8
strategy = tf.distribute.MirroredStrategy()

generator = Sequential([layers.Input((NOISE,)), layers.Dense(4)])
discriminator = Sequential([layers.Input((4,)), layers.Dense(1)])  # logits
checkpoint_prefix = "ckpt"
generator_optimizer = tf.keras.optimizers.Adam(1e-4)
discriminator_optimizer = tf.keras.optimizers.Adam(1e-4)
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True, reduction="none")


def train_step(images):
    noise = tf.random.normal([8, NOISE])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fake = generator(noise, training=True)
        real_output, fake_output = discriminator(images, training=True), discriminator(fake, training=True)
        gen_loss = tf.nn.compute_average_loss(cross_entropy(tf.ones_like(fake_output), fake_output))
        disc_loss = tf.nn.compute_average_loss(cross_entropy(tf.ones_like(real_output), real_output))
    update(gen_tape, gen_loss, generator, generator_optimizer)
    gradients = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    discriminator_optimizer.apply_gradients(zip(gradients, discriminator.trainable_variables))


def update(tape, loss, network, optimizer):
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))


for image_batch in strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensors(tf.ones((8, 4)))):
    strategy.run(train_step, args=(image_batch,))
