from tensorflow.keras.mixed_precision import LossScaleOptimizer
from tensorflow.keras.optimizers import SGD

opt = LossScaleOptimizer(
    SGD(0.1, momentum=0.9),
    initial_scale=1024.0,
    clipnorm=0.5,
)
