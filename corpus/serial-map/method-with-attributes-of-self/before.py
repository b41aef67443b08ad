import tensorflow as tf


class Images:
    MEAN = 127.5

    def __init__(self, size=224, scale=1.0):
        self.size = size
        self.scale = scale

    def _preprocess(self, image):
        image = tf.image.resize_with_pad(image, self.size, self.size)
        return (image - self.MEAN) / 127.5 * self.scale

    def dataset(self, images):
        ds = tf.data.Dataset.from_tensor_slices(images)
        ds = ds.map(
            self._preprocess,
        )
        return ds
