"""JPEG images decoded in each of a hundred epochs"""

import tensorflow as tf

noise = tf.random.stateless_uniform((8, 512, 512, 3), seed=(1, 2), maxval=256, dtype=tf.int32)
images = [tf.io.encode_jpeg(tf.cast(image, tf.uint8)) for image in noise]


def decode(data):
    image = tf.cast(tf.io.decode_jpeg(data, channels=3), tf.float32) / 255.0
    return tf.image.resize(image, [32, 32])


dataset = tf.data.Dataset.from_tensor_slices(images)
dataset = dataset.map(decode, num_parallel_calls=tf.data.AUTOTUNE).batch(4).prefetch(tf.data.AUTOTUNE)
model = tf.keras.Sequential([tf.keras.layers.Conv2D(8, 3, activation="relu"), tf.keras.layers.GlobalAveragePooling2D()])
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - 0.5))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for _ in range(100):
    for x in dataset:
        train_step(x)
