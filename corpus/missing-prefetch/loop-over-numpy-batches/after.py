import tensorflow as tf
import tensorflow_datasets as tfds

train = tfds.load("mnist", split="train").map(convert, num_parallel_calls=4).shuffle(1024).batch(32).prefetch(tf.data.AUTOTUNE)
for step, batch in enumerate(train.as_numpy_iterator()):
    state = update(state, batch)
test = tfds.load("mnist", split="test")
for batch in tfds.as_numpy(test.batch(1000).prefetch(tf.data.AUTOTUNE)):
    evaluate(state, batch)
