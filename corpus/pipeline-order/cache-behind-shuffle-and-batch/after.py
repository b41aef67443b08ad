import tensorflow as tf

BATCH_SIZE = 100


def load_image(path, size=(32, 32)):
    label = tf.constant(1, tf.int8) if tf.strings.regex_full_match(path, ".*auto.*") else tf.constant(0, tf.int8)
    image = tf.image.decode_jpeg(tf.io.read_file(path))
    return tf.image.resize(image, size) / 255.0, label


# 使用并行化预处理num_parallel_calls 和预存数据prefetch来提升性能
ds_train = tf.data.Dataset.list_files("./data/cifar2/train/*/*.jpg") \
           .map(load_image, num_parallel_calls=tf.data.experimental.AUTOTUNE) \
           .cache().shuffle(buffer_size = 1000) \
           .batch(BATCH_SIZE).prefetch(tf.data.experimental.AUTOTUNE)

model = tf.keras.models.load_model("start.keras")
model.fit(ds_train, epochs=10)
