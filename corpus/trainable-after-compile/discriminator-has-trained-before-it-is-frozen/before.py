import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

discriminator = keras.Sequential([layers.Dense(16, activation="relu"), layers.Dense(1, activation="sigmoid")])
discriminator.compile(optimizer="sgd", loss="binary_crossentropy")
discriminator.train_on_batch(np.random.normal(size=(32, 8)), np.ones((32, 1)))
generator = keras.Sequential([layers.Dense(8)])

noise = keras.Input((4,))
discriminator.trainable = False  # only for the combined model
combined = keras.Model(noise, discriminator(generator(noise)))
combined.compile(optimizer="sgd", loss="binary_crossentropy")

for step in range(100):
    z = np.random.normal(size=(32, 4))
    # Train the discriminator
    discriminator.train_on_batch(np.random.normal(size=(32, 8)), np.ones((32, 1)))
    discriminator.train_on_batch(generator.predict(z, verbose=0), np.zeros((32, 1)))
    # Train the generator
    combined.train_on_batch(z, np.ones((32, 1)))
