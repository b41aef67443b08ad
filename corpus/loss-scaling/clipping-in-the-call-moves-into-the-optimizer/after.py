import tensorflow as tf
from tensorflow.keras import Sequential, mixed_precision
from tensorflow.keras.layers import LSTM, Dense
from tensorflow.keras.losses import MeanAbsoluteError
from tensorflow.keras.optimizers import Adam

mixed_precision.set_global_policy("mixed_float16")
model = Sequential([LSTM(32), Dense(1, dtype="float32")])
mae = MeanAbsoluteError()


def fit(dataset, rate):
    adam = mixed_precision.LossScaleOptimizer(Adam(rate, clipvalue=0.5))
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = mae(y, model(x))
            scaled_loss = adam.scale_loss(loss)
        grads = tape.gradient(scaled_loss, model.trainable_variables)
        adam.apply_gradients(zip(grads, model.trainable_variables))
