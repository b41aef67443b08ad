import tensorflow as tf
from tensorflow.keras import backend as K


def features(model, layer):
    return K.function([model.input], [layer.output])


def dropped(x):
    return K.in_train_phase(tf.nn.dropout(x, 0.5), x)
