import tensorflow as tf

IMAGE_SIZE = 16


def decode(data, label):
    image = tf.io.decode_png(data, channels=1)
    image = tf.image.resize(image, [IMAGE_SIZE, IMAGE_SIZE])
    return tf.cast(image, tf.float32) / 255.0, label


pixels = tf.random.stateless_uniform((128, 8, 8, 1), seed=(1, 2), maxval=256, dtype=tf.int32)
labels = tf.cast(tf.reduce_mean(tf.cast(pixels, tf.float32), axis=[1, 2, 3]) > 127.5, tf.int32)
files = [tf.io.encode_png(tf.cast(image, tf.uint8)) for image in pixels]

dataset = tf.data.Dataset.from_tensor_slices((files, labels))
dataset = dataset.map(decode).take(64).cache().repeat(2).batch(16).prefetch(tf.data.AUTOTUNE)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(4, 3, activation="relu"),
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(2),
    ]
)
optimizer = tf.keras.optimizers.Adam(0.01)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for _ in range(4):
    for images, targets in dataset:
        train_step(images, targets)
