import tensorflow as tf

AUTOTUNE = tf.data.AUTOTUNE
gpus = tf.config.list_physical_devices("GPU")
dataset = tf.data.Dataset.range(4).batch(2).unbatch().prefetch(AUTOTUNE)


@tf.function(reduce_retracing=True, jit_compile=False)
def step(x):
    return x
