import tensorflow as tf
from tensorflow.keras import Sequential, losses, optimizers
from tensorflow.keras.layers import LSTM, Dense, Embedding


def build_model(vocab_size, dropout):
    return Sequential([Embedding(vocab_size, 64), LSTM(64, dropout=dropout), Dense(vocab_size)])


class Trainer:
    def __init__(self, vocab_size, dropout=0.3):
        self.model = build_model(vocab_size, dropout)
        self.optimizer = optimizers.Adam(1e-3)
        self.loss = losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function
    def step(self, tokens, targets):
        with tf.GradientTape() as tape:
            loss = self.loss(targets, self.model(tokens, training=True))
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss
