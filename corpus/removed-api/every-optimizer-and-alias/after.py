import tensorflow as tf
import tensorflow.keras.optimizers as opts
from tensorflow import keras
from tensorflow.keras import optimizers

first = opts.SGD(
    learning_rate = 0.1,  # 学习率
    momentum=0.9,
)
second = optimizers.RMSprop(learning_rate=lambda: 0.1)
third = tf.optimizers.Adagrad(learning_rate=0.2)
fourth = keras.optimizers.Adam(lr=1e-3, learning_rate=1e-3)
