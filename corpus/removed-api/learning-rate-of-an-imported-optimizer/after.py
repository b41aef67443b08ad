import tensorflow as tf
from tensorflow.keras.optimizers import Adam as A

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(A(learning_rate=1e-3, beta_1=0.9), "mse")
