import tensorflow as tf

x = tf.ones((32, 4))
net = tf.keras.Sequential([tf.keras.layers.Dense(4) for _ in range(12)])


def shrink(network):
    network.pop()


for stage in range(10):
    shrink(net)

    @tf.function
    def forward(x):
        return net(x)

    print(stage, float(tf.reduce_sum(forward(x))))
