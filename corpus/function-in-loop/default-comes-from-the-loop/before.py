import tensorflow as tf

scales = [tf.constant(float(n)) for n in range(9)]
for scale in scales:

    @tf.function
    def scaled(x, scale=scale):
        return x * scale

    scaled(tf.ones(3))
