from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model, Sequential


class GAN:
    def __init__(self):
        self.discriminator = self.build_discriminator()
        self.discriminator.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
        self.generator = self.build_generator()
        z = Input(shape=(100,))
        img = self.generator(z)
        # For the combined model we will only train the generator
        self.discriminator.trainable = False
        self.combined = Model(z, self.discriminator(img))
        self.combined.compile(loss='binary_crossentropy', optimizer='adam')

    def build_generator(self):
        model = Sequential()
        model.add(Dense(784, input_dim=100))
        return model

    def build_discriminator(self):
        model = Sequential()
        model.add(Dense(1, activation='sigmoid'))
        return model

    def train(self, imgs, valid, fake, noise, epochs):
        for epoch in range(epochs):
            gen_imgs = self.generator.predict(noise)
            self.discriminator.trainable = True
            for _ in range(5):
                d_loss_real = self.discriminator.train_on_batch(imgs, valid)
                d_loss_fake = self.discriminator.train_on_batch(gen_imgs, fake)
            self.discriminator.trainable = False
            g_loss = self.combined.train_on_batch(noise, valid)
            print(epoch, d_loss_real, d_loss_fake, g_loss)
