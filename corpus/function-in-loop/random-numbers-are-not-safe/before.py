import tensorflow as tf

tf.random.set_seed(1)
for _ in range(10):

    @tf.function
    def draw():
        return tf.random.normal(())

    print(draw().numpy())
