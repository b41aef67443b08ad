from keras.layers import Dense
from keras.models import Sequential

from data import ones, x, y, z


def define_discriminator():
    model = Sequential()
    model.add(Dense(25, activation='relu'))
    model.add(Dense(1, activation='sigmoid'))
    model.compile(loss='binary_crossentropy', optimizer='adam')
    return model


def define_generator():
    model = Sequential()
    model.add(Dense(2))
    return model


def define_gan(generator, discriminator):
    discriminator.trainable = False
    model = Sequential()
    model.add(generator)
    model.add(discriminator)
    model.compile(loss='binary_crossentropy', optimizer='adam')
    return model


def train(g_model, d_model, gan_model, x, y, z, ones, n_epochs=10000):
    for i in range(n_epochs):
        d_model.train_on_batch(x, y)
        gan_model.train_on_batch(z, ones)


discriminator = define_discriminator()
generator = define_generator()
gan_model = define_gan(generator, discriminator)
train(generator, discriminator, gan_model, x, y, z, ones)
