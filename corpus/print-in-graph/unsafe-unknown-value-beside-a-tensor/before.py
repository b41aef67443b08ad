import tensorflow as tf


@tf.function
def log(x, tag):
    norm = tf.norm(x)
    print("norm of", tag, norm)
    print(f"{tag}: {norm:.2f}")
    return norm
