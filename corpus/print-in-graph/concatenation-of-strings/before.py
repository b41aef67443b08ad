import tensorflow as tf


@tf.function
def normalise(image):
    low = tf.reduce_min(image)
    high = tf.reduce_max(image)
    print("range: " + str(low) + " to " + str(high))
    print("scaled by " + format(high - low, ".2f"))
    print(" / ".join(["low", str(low), repr(high)]))
    return (image - low) / (high - low)


normalise(tf.constant([[0.0, 3.0], [2.0, 1.0]]))
