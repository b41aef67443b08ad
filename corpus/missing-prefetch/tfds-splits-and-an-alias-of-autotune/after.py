import tensorflow as tf
import tensorflow_datasets as tfds

AUTOTUNE = tf.data.experimental.AUTOTUNE

(ds_train, ds_test), ds_info = tfds.load(
    "mnist", split=["train", "test"], shuffle_files=True, as_supervised=True, with_info=True
)
ds_train = ds_train.map(normalize, num_parallel_calls=AUTOTUNE)
ds_train = ds_train.cache()
ds_train = ds_train.shuffle(ds_info.splits["train"].num_examples)
ds_train = ds_train.batch(128).prefetch(AUTOTUNE)

ds_test = ds_test.map(normalize, num_parallel_calls=AUTOTUNE)
ds_test = ds_test.batch(128).prefetch(AUTOTUNE)

model.fit(ds_train, epochs=6, validation_data=ds_test)
