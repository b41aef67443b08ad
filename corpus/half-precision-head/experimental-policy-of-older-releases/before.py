import tensorflow as tf
from tensorflow.keras.mixed_precision import experimental as mixed_precision

mixed_precision.set_policy(mixed_precision.Policy('mixed_float16', loss_scale='dynamic'))

net = tf.keras.Sequential()
net.add(tf.keras.layers.Dense(8, activation='relu'))
net.add(tf.keras.layers.Dense(3))
net.add(tf.keras.layers.Softmax())
net.compile('sgd', 'categorical_crossentropy')
