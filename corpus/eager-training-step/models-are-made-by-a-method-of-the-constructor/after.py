import tensorflow as tf

X = tf.random.uniform((32, 4))


class GAN:
    def __init__(self):
        self.blocks = []
        self.build_models()

    def build_models(self):
        self.g = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(4)])
        self.opt = tf.keras.optimizers.Adam(1e-3)

    @tf.function
    def _train_g(self, z):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.g(z) ** 2)
        self.opt.apply_gradients(zip(tape.gradient(loss, self.g.trainable_variables), self.g.trainable_variables))
        return loss

    def train(self, data):
        for epoch in range(4):
            for real in data:
                z = tf.random.normal((8, 2))
                gl = self._train_g(z)
            print(epoch, float(gl))


def main():
    g = GAN()
    g.train(tf.data.Dataset.from_tensor_slices(X).batch(8))


main()
