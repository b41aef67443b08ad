import tensorflow as tf


class Augmenter:
    def __init__(self, images):
        self.rng = tf.random.Generator.from_seed(123, alg="philox")
        self.images = images

    def flip(self, image):
        seed = self.rng.make_seeds(2)[0]
        return tf.image.stateless_random_flip_up_down(image, seed)

    def dataset(self):
        return (
            tf.data.Dataset.from_tensor_slices(self.images)
            .map(self.flip)
            .batch(16)
            .cache()
        )
