import tensorflow as tf
import tensorflow_datasets as tfds


def preprocess(example):
    return tf.image.resize(example["image"], (64, 64)), example["label"]


train = tfds.load("cats_vs_dogs", split="train")
train = train.shuffle(1024).map(preprocess).cache().batch(32)

model = tf.keras.models.load_model("start.keras")
model.fit(train, epochs=5)
