import tensorflow as tf


@tf.function(reduce_retracing=True)
def a(x):
    return tf.reduce_sum(x)


@tf.function(experimental_relax_shapes=True)
def b(x):
    return tf.reduce_sum(x)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def c(x):
    return tf.reduce_sum(x)


@tf.function(jit_compile=True)
def d(x):
    return tf.reduce_sum(x)


x = tf.ones((100,))
for n in range(1, 100):
    a(x[:n])
    b(x[:n])
    c(x[:n])
    d(x[:n])
