import tensorflow as tf
import tensorflow_datasets as tfds

datasets, info = tfds.load("imdb_reviews", as_supervised=True, with_info=True)
train_set = datasets["train"].repeat().batch(32).prefetch(1); test_set = datasets["test"].batch(32).prefetch(1)
for X_batch, y_batch in train_set.take(1):
    print(X_batch, y_batch)
