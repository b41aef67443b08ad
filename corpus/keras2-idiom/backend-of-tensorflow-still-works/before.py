import tensorflow as tf
from tensorflow.keras import backend as K


def loss(y_true, y_pred):
    return K.mean(K.square(y_true - y_pred), axis=-1) + K.epsilon()


state = tf.Variable(1.0)
K.set_value(state, 2.0)
K.clear_session()
