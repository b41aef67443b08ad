import tensorflow as tf


class Images:
    def parse(self, x):
        return tf.cast(x, tf.float32) / 255.0

    def dataset(self, images):
        return tf.data.Dataset.from_tensor_slices(images).map(self.parse).batch(2)


class AugmentedImages(Images):
    def parse(self, x):
        return tf.image.random_flip_left_right(super().parse(x), seed=1)


for batch in AugmentedImages().dataset(tf.ones([8, 4, 4, 3], tf.uint8)):
    print(batch.shape)
