import tensorflow as tf
from tensorflow.keras import Sequential, mixed_precision
from tensorflow.keras.layers import LSTM, Dense
from tensorflow.keras.losses import MeanAbsoluteError
from tensorflow.keras.optimizers import Adam

mixed_precision.set_global_policy("mixed_float16")
model = Sequential([LSTM(32), Dense(1, dtype="float32")])
mae = MeanAbsoluteError()


def fit(dataset, rate):
    adam = Adam(rate)
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = mae(y, model(x))
        grads = tape.gradient(loss, model.trainable_variables)
        adam.apply_gradients(zip([tf.clip_by_value(g, -0.5, 0.5) for g in grads], model.trainable_variables))
