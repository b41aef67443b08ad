import tensorflow as tf


@tf.function
def mse(y_true, y_pred):
    print("Calculating MSE!")
    print("Python", "side", f"effect {1 + 1}")
    return tf.reduce_mean(tf.square(y_true - y_pred))


mse(tf.constant([1.0]), tf.constant([2.0]))
