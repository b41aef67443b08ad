"""Four files read in turn by `interleave`, their records decoded there"""

import tensorflow as tf

noise = tf.random.stateless_uniform((64, 256, 256, 3), seed=(1, 2), maxval=256, dtype=tf.int32)
names = [f"{number}.tfrecord" for number in range(4)]
for number, name in enumerate(names):
    with tf.io.TFRecordWriter(name) as writer:
        for image in noise[number::4]:
            writer.write(tf.io.encode_jpeg(tf.cast(image, tf.uint8)).numpy())


def decode(data):
    image = tf.cast(tf.io.decode_jpeg(data, channels=3), tf.float32) / 255.0
    return tf.image.resize(image, [32, 32])


def read(name):
    return tf.data.TFRecordDataset(name).map(decode)


dataset = tf.data.Dataset.from_tensor_slices(names).interleave(read, cycle_length=4, deterministic=True)
dataset = dataset.repeat(20).batch(4).prefetch(tf.data.AUTOTUNE)
model = tf.keras.Sequential([tf.keras.layers.Conv2D(8, 3, activation="relu"), tf.keras.layers.GlobalAveragePooling2D()])
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - 0.5))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for x in dataset:
    train_step(x)
