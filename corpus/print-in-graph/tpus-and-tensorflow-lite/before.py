import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    y = tf.reduce_mean(x)
    print("mean", y)
    return y


converter = tf.lite.TFLiteConverter.from_concrete_functions([f.get_concrete_function()])
