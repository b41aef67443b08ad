import tensorflow as tf

layer = tf.keras.layers.LSTM(4, stateful=True)


def reset(model, metric):
    layer.reset_states()
    metric.reset_states()
    env.reset_states()
