from tensorflow import keras


class GAN(keras.Model):
    def compile(self, d_optimizer, g_optimizer):
        super().compile()
        self.d_optimizer = d_optimizer
        self.g_optimizer = g_optimizer


gan = GAN()
gan.compile(keras.optimizers.Adam(), keras.optimizers.Adam())
gan.load_weights("gan.weights.h5")
gan.fit(x, callbacks=[keras.callbacks.ModelCheckpoint("gan.weights.h5", save_weights_only=True)])
