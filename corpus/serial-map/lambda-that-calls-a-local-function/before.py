import tensorflow as tf

SIZE = (128, 128)


def load_image(path):
    image = tf.image.decode_jpeg(tf.io.read_file(path))
    # 缩放到固定大小
    return normalize(tf.image.resize(image, SIZE))


def normalize(image):
    return image * 2 - 1


train = tf.data.Dataset.list_files("train/*.jpg", shuffle=False)
train = train.map(lambda x: load_image(x))
train = train.batch(1)
