import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])
scale = 1.0


@tf.function
def scaled(x, beta):
    return model(x) * beta * scale


def main():
    global scale
    x = tf.ones((8, 4))
    for epoch in range(50):
        if epoch > 25:
            scale = 0.5
        scaled(x, epoch / 50)


main()
