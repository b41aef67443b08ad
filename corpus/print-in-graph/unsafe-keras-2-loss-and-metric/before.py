import tensorflow as tf
import tf_keras as keras
from tf_keras import backend as K


def 加权损失(y_true, y_pred):
    print(y_true)
    正 = K.mean(K.square(y_true - y_pred))
    print('损失 %.3f' % 正)
    return 正


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer='sgd', loss='mse', metrics=['mae', 加权损失])
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), verbose=0)
