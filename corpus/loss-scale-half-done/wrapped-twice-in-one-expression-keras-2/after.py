import tensorflow as tf
from tensorflow.keras.mixed_precision import LossScaleOptimizer

inner = LossScaleOptimizer(tf.keras.optimizers.Adam(), dynamic=True)
opt = inner
