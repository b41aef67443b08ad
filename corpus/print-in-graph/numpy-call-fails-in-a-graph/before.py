import tensorflow as tf

counter = tf.Variable(0)


@tf.function
def count(x):
    counter.assign_add(1)
    loss = tf.reduce_mean(x)
    print("call", counter.numpy(), "loss", loss.numpy())
    print(f"loss {float(loss):.2f} {loss.numpy():.3f}, call {int(counter.numpy())}")
    return x


count(tf.ones((2, 2)))
