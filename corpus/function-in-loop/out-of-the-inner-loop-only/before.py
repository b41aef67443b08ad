import tensorflow as tf

x = tf.ones((8, 4))
for units in (1, 2, 4, 8, 16):
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(units)])
    for repetition in range(100):
        @tf.function
        def forward(x):
            return tf.reduce_sum(model(x))

        forward(x)
