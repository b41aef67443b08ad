import tensorflow as tf

tf.random.set_seed(1)


@tf.function
def draw():
    return tf.random.normal(())


for _ in range(10):
    print(draw().numpy())
