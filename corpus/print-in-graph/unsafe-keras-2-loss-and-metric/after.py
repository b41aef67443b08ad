import sys

import tensorflow as tf
import tf_keras as keras
from tf_keras import backend as K


def 加权损失(y_true, y_pred):
    tf.print(y_true, output_stream=sys.stdout)
    正 = K.mean(K.square(y_true - y_pred))
    tf.print(
        tf.strings.join([
            '损失 ',
            tf.strings.as_string(tf.cast(正, tf.float64), precision=3),
        ]),
        output_stream=sys.stdout,
    )
    return 正


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer='sgd', loss='mse', metrics=['mae', 加权损失])
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), verbose=0)
