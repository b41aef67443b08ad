import tensorflow as tf

IMAGE_SIZE = 32


def decode(data):
    image = tf.io.decode_png(data, channels=1)
    image = tf.image.resize(image, [IMAGE_SIZE, IMAGE_SIZE])
    return tf.cast(image, tf.float32) / 255.0


raw = [tf.io.encode_png(tf.cast(tf.fill([8, 8, 1], i), tf.uint8)) for i in range(16)]
dataset = tf.data.Dataset.from_tensor_slices(raw)
dataset = dataset.map(decode).batch(4)
for batch in dataset:
    print(float(tf.reduce_sum(batch)))
