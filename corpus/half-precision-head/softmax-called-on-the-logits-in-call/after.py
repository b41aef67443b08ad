import tensorflow as tf
from tensorflow import keras


class Tagger(keras.Model):
    def __init__(self, vocabulary, tags):
        super().__init__()
        self.embed = keras.layers.Embedding(vocabulary, 16)
        self.project = keras.layers.Dense(tags, dtype="float32")

    def call(self, tokens):
        scores = self.project(self.embed(tokens))
        return tf.nn.softmax(scores, axis=-1)


def main():
    keras.mixed_precision.set_global_policy("mixed_float16")
    tagger = Tagger(1000, 12)
    tagger.compile("adam", keras.losses.SparseCategoricalCrossentropy())
    tagger.fit(tf.ones((8, 5), tf.int32), tf.zeros((8, 5), tf.int32), verbose=0)


if __name__ == "__main__":
    main()
