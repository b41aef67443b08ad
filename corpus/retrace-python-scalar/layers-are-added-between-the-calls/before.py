import tensorflow as tf

x = tf.ones((32, 4))
net = tf.keras.Sequential([tf.keras.layers.Dense(4)])


@tf.function
def scaled(x, weight):
    return tf.reduce_mean(net(x)) * weight


for stage in range(10):
    print(float(scaled(x, stage / 10)))
    net.add(tf.keras.layers.Activation("relu"))
